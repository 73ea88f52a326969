import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { RankIndex } from './rank-index.ts';

/**
 * So few GDPs and moments that most rows tie in one of them or in both; some GDPs differ by less
 * than a 32-bit float can represent.
 */
const anyGdp = fc
  .tuple(fc.nat({ max: 6 }), fc.constantFrom(0, 2 ** 25, 2 ** 40))
  .map(([n, base]) => base + n);
const anyKey = fc.record({ gdp: anyGdp, gdpOrder: fc.nat({ max: 2 }) });

const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('set'), wallet: fc.nat(), key: anyKey }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), wallet: fc.nat() }) },
);

const WALLETS = 160;

function expectSameOrder(index: RankIndex<RankKey>, rows: Iterable<RankKey>): void {
  const sorted = [...rows].toSorted(compareRank);
  const isEven = ({ gdp }: RankKey) => gdp % 2 === 0;
  const all = Number.MAX_SAFE_INTEGER;
  expect(index.size).toBe(sorted.length);
  expect(index.slice(0, all)).toEqual(sorted);
  expect(index.slice(0, all, isEven)).toEqual(sorted.filter(isEven));
  // Cut at both ends.
  for (const size of [3, 20]) {
    expect(index.slice(2, size)).toEqual(sorted.slice(2, 2 + size));
    expect(index.slice(2, size, isEven)).toEqual(sorted.filter(isEven).slice(2, 2 + size));
  }
  expect(index.slice(sorted.length, 3)).toEqual([]);
  expect(index.ranked(walletOf(WALLETS))).toBeNull();
  for (const [above, row] of sorted.entries()) {
    expect(index.ranked(row.wallet)).toEqual({ row, rank: above + 1 });
    expect(index.countAbove(row)).toBe(above);
  }
}

test('[LB1] ranks and slices are those of a sorted array, under ties and through any changes', () => {
  fc.assert(
    fc.property(
      fc.array(anyKey, { maxLength: 120, size: 'max' }),
      fc.array(anyStep, { maxLength: 500, size: 'max' }),
      (start, steps) => {
        const rows = start.map((key, n) => ({ ...key, wallet: walletOf(n) }));
        const index = new RankIndex<RankKey>(rows);
        const known = new Map(rows.map((row, n) => [n, row]));
        for (const step of steps) {
          const n = step.wallet % WALLETS;
          const wallet = walletOf(n);
          known.delete(n);
          if (step.do === 'remove') {
            index.remove(wallet);
            continue;
          }
          const row = { ...step.key, wallet };
          known.set(n, row);
          index.put(row);
        }
        expectSameOrder(index, known.values());
        for (const row of known.values()) expect(index.get(row.wallet)).toBe(row);
        for (const { wallet } of known.values()) index.remove(wallet);
        expect(index.size).toBe(0);
      },
    ),
    { numRuns: runs({ usual: 40, long: 3000 }) },
  );
});
