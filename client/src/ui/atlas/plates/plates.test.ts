/**
 * The plates are drawn, not computed: what is written on them must be what the game says elsewhere.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../../../../../common/rules/specified.ts';
import { formatDollars } from '../../../../../common/values/figures.ts';
import { NATION_LIST } from '../../../../../common/values/nations.ts';
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

test('[NFT1] a national plate has no figures, since a token’s own come from the chain', () => {
  for (const { svg } of PLATES.filter(({ kind }) => kind === 'national')) {
    for (const [id, text] of [
      ['territory', 'Territory'],
      ['territory-note', 'on its token'],
      ['production', 'Production'],
      ['production-note', 'on its token'],
    ]) {
      expect(new RegExp(`id="${id}"[^>]*>([^<]*)`).exec(svg)?.[1]).toBe(text);
    }
    expect(svg).not.toMatch(/km²|×</);
  }
});

test('[NFT2] a cultural plate shows its bonus', () => {
  for (const { nation, texts } of PLATES.filter(({ kind }) => kind === 'cultural')) {
    expect(texts).toContain(`+${formatDollars(SPECIFIED_RULES.culturalGdpBonus[nation.id])} GDP`);
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
