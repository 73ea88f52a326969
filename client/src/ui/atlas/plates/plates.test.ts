/** The plates are drawn, not computed: what is written on them must be what the game says elsewhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { NATION_LIST } from '../../../../../common/values/nations.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../../../../../common/values/nft-bounds.ts';
import { nftName } from '../../../../../common/values/nft-names.ts';

const MAX_GZIP_BYTES = 80_000;

const PLATES = (['national', 'cultural'] as const).flatMap((kind) =>
  NATION_LIST.map((nation) => {
    const svg = readFileSync(join(import.meta.dirname, `${kind}-${nation.id}.svg`), 'utf8');
    const texts = [...svg.matchAll(/<text\b[^>]*>([^<]*)</g)].map(([, text = '']) => text);
    return { kind, nation, svg, texts };
  }),
);

test.each(PLATES)(
  '$kind $nation.id: a square picture with its name',
  ({ kind, nation, ...plate }) => {
    const name = nftName(kind, nation.id);
    expect(plate.svg).toMatch(/^<svg [^>]*viewBox="0 0 1000 1000"/);
    expect(plate.svg).toContain(`<title>${name}: a plate of`);
    expect(plate.texts).toContain(name.toUpperCase());
    expect(plate.texts).toContain(`Plate ${['I', 'II', 'III', 'IV'][nation.tokenId - 1]}`);
    expect(gzipSync(plate.svg, { level: 9 }).length).toBeLessThan(MAX_GZIP_BYTES);
  },
);

test('[NFT1] a national plate shows the range, since a token’s own figures come from the chain', () => {
  const factor = (hundredths: number) => (hundredths / 100).toFixed(2);
  const { min, max } = PRODUCTION_HUNDREDTHS;
  for (const { svg } of PLATES.filter(({ kind }) => kind === 'national')) {
    expect(/id="territory"[^>]*>([^<]*)/.exec(svg)?.[1]).toBe(
      `${TERRITORY_KM2.min}–${TERRITORY_KM2.max} km²`,
    );
    expect(/id="production"[^>]*>([^<]*)/.exec(svg)?.[1]).toBe(`+${factor(min)}–${factor(max)}×`);
  }
});

test('[NFT2] a cultural plate shows its bonus', () => {
  for (const { nation, texts } of PLATES.filter(({ kind }) => kind === 'cultural')) {
    expect(texts).toContain(`+$${nation.culturalGdpBonus.toLocaleString('en-US')} GDP`);
  }
});

test('a plate runs nothing and requests nothing', () => {
  for (const { svg } of PLATES) {
    expect(svg).not.toMatch(/<script|<foreignObject|<image| on[a-z]+=/i);
    expect(svg.match(/(?:href|src)="(?!#)/g)).toBeNull();
    for (const [, target = ''] of svg.matchAll(/url\(([^)]{1,20})/g)) {
      expect(target).toMatch(/^#|^data:font\/woff2/);
    }
  }
});
