import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { NATION_IDS } from '../../common/values/nations.ts';
import { nftName } from '../../common/values/nft-names.ts';
import { shippedPlates } from './shipped.ts';

/** Of which a plate's own font is 37,000. */
const MOST_BYTES_SENT = 100_000;

it('there are eight plates, each a whole square picture with a title of its own', () => {
  const plates = shippedPlates();
  expect(plates.map(({ kind, nationId }) => `${kind} ${nationId}`)).toEqual(
    NATION_IDS.flatMap((id) => [`national ${id}`, `cultural ${id}`]),
  );
  for (const { kind, nationId, svg } of plates) {
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 1000 1000".*<\/svg>$/s);
    expect(svg).toContain(`<title>${nftName(kind, nationId)}: a plate of`);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  }
});

it.each(shippedPlates().map(({ kind, nationId, svg }) => [`${kind} ${nationId}`, svg]))(
  '%s is at most 100,000 bytes gzipped',
  (_name, svg) => {
    expect(gzipSync(svg, { level: 9 }).length).toBeLessThan(MOST_BYTES_SENT);
  },
);

it('[NFT1] a national plate names the range, since a token’s own figures are the chain’s to say', () => {
  for (const { kind, svg } of shippedPlates()) {
    if (kind === 'national') expect(svg).toMatch(/100–600 km².*\+0\.10–0\.60×/s);
  }
});

it('a plate runs nothing and asks for nothing', () => {
  for (const { svg } of shippedPlates()) {
    expect(svg).not.toMatch(/<script|<foreignObject|<image| on[a-z]+=/i);
    expect(svg.match(/(?:href|src)="(?!#)/g)).toBeNull();
    for (const [, target = ''] of svg.matchAll(/url\(([^)]{1,20})/g)) {
      expect(target).toMatch(/^#|^data:font\/woff2/);
    }
  }
});
