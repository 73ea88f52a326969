import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { walletOf } from '../testing/fixtures.ts';
import {
  addDigest,
  digestText,
  EMPTY_DIGEST,
  rowDigest,
  subtractDigest,
  type DigestedRow,
} from './board-digest.ts';

const rowOf = (n: number): DigestedRow => ({
  walletAddress: walletOf(n),
  nationId: 'usa',
  gdp: 100_000 + n,
  gdpOrder: 8_796_093_022_208 + n,
  culturalOrder: n,
  denaHoldings: `${n}.5`,
  resources: { wood: n, oil: 0, food: 20, technology: 3 },
});

/** docs/protocol.md's words, in other code. */
function documented(rows: readonly DigestedRow[]): string {
  const sums = [0n, 0n];
  for (const { resources: r, ...row } of rows) {
    const { walletAddress, nationId, gdp, gdpOrder, culturalOrder, denaHoldings } = row;
    const text = `${walletAddress}\t${nationId}\t${gdp}\t${gdpOrder}\t${culturalOrder}\t${denaHoldings}\t${r.wood}\t${r.oil}\t${r.food}\t${r.technology}`;
    const hash = createHash('sha256').update(text, 'utf8').digest();
    for (const lane of [0, 1]) {
      sums[lane] = ((sums[lane] ?? 0n) + BigInt(hash.readUInt32BE(lane * 4))) % 2n ** 32n;
    }
  }
  return sums.map((sum) => sum.toString(16).padStart(8, '0')).join('');
}

test('[DIG1] the digest is what the protocol says, in any order of the rows', () => {
  const rows = Array.from({ length: 1000 }, (_, i) => rowOf(i));
  const sumOf = (of: readonly DigestedRow[]) => of.map(rowDigest).reduce(addDigest, EMPTY_DIGEST);
  expect(digestText(sumOf(rows))).toBe(documented(rows));
  expect(sumOf(rows.toReversed())).toEqual(sumOf(rows));
});

test('[DIG1] no rows: sixteen zeros, also after all have gone', () => {
  const one = rowDigest(rowOf(1));
  expect(digestText(EMPTY_DIGEST)).toBe('0'.repeat(16));
  expect(digestText(subtractDigest(addDigest(EMPTY_DIGEST, one), one))).toBe('0'.repeat(16));
});
