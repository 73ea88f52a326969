import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
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

/** So small that a few hundred rows split, level and merge blocks all the time. */
const BLOCK_IDS = 16;
const WALLETS = 160;

function expectSameOrder(index: RankIndex<RankKey>, ids: Map<number, number>): void {
  const rows = [...ids.values()].map((id) => index.row(id));
  const sorted = rows.toSorted(compareRank);
  expect(index.size).toBe(sorted.length);
  expect(index.slice(0, Number.MAX_SAFE_INTEGER)).toEqual(sorted);
  // Cut at both ends.
  for (const size of [3, 20]) expect(index.slice(2, size)).toEqual(sorted.slice(2, 2 + size));
  expect(index.slice(sorted.length - 1, 3)).toEqual(sorted.slice(-1));
  expect(index.slice(sorted.length, 3)).toEqual([]);
  expect(index.slice(-1, 3)).toEqual([]);
  expect(index.at(1)).toBe(sorted[0]);
  expect(index.at(sorted.length + 1)).toBeUndefined();
  const some = [...ids.values()].filter((_, n) => n % 3 > 0);
  const best = some.map((id) => index.row(id)).toSorted(compareRank);
  for (const limit of [3, 1000]) expect(index.best(some, limit)).toEqual(best.slice(0, limit));
  // Two neighbours that together are no fuller than 7/8 of one are merged, if one of them is
  // sparse.
  expect(index.blocks).toBeLessThanOrEqual(2 + index.size / (BLOCK_IDS * (7 / 16)));
  // The best few are found in the first blocks.
  const looks = vi.spyOn(index, 'row');
  index.best(some, 3);
  expect(looks.mock.calls.length).toBeLessThan(3 + BLOCK_IDS);
  looks.mockRestore();
  const held = new Set(ids.values());
  const free = Array.from({ length: WALLETS }, (_, id) => id).find((id) => !held.has(id));
  expect(() => index.rankOf(free ?? WALLETS)).toThrow('no row');
  expect(() => index.row(WALLETS)).toThrow('no row');
  for (const id of ids.values()) {
    expect(index.rankOf(id)).toBe(sorted.indexOf(index.row(id)) + 1);
    expect(index.countAbove(index.row(id))).toBe(index.rankOf(id) - 1);
  }
}

test('[LB1] ranks, slices and the best of some ids are those of a sorted array, under ties and through any changes', () => {
  fc.assert(
    fc.property(
      fc.array(anyKey, { maxLength: 120, size: 'max' }),
      fc.array(anyStep, { maxLength: 500, size: 'max' }),
      (start, steps) => {
        const rows = start.map((key, n) => ({ ...key, wallet: walletOf(n) }));
        const index = new RankIndex<RankKey>(rows, BLOCK_IDS);
        const ids = new Map(rows.map((_, n) => [n, n]));
        const given = new Map(rows.map((row, n) => [n, row]));
        for (const step of steps) {
          const n = step.wallet % WALLETS;
          const id = ids.get(n);
          if (step.do === 'remove') {
            if (id !== undefined) index.remove(id);
            ids.delete(n);
            continue;
          }
          const row = { ...step.key, wallet: walletOf(n) };
          given.set(n, row);
          if (id === undefined) ids.set(n, index.add(row));
          else index.update(id, row);
        }
        expectSameOrder(index, ids);
        for (const [n, id] of ids) expect(index.row(id)).toBe(given.get(n));
        for (const id of ids.values()) index.remove(id);
        expect([index.size, index.blocks]).toEqual([0, 1]);
      },
    ),
    { numRuns: runs({ usual: 40, long: 3000 }) },
  );
});

test('a block that is emptied between two full ones leaves nothing behind that a search could find', () => {
  const rowAt = (gdpOrder: number) => ({ gdp: 5, gdpOrder, wallet: walletOf(gdpOrder) });
  // Three blocks of 12; the first and the last are filled up, and the one between them is emptied.
  const index = new RankIndex<RankKey>(
    Array.from({ length: 36 }, (_, n) => rowAt(10 * n)),
    BLOCK_IDS,
  );
  const ids = new Map(Array.from({ length: 36 }, (_, id) => [10 * id, id]));
  const add = (gdpOrder: number) => ids.set(gdpOrder, index.add(rowAt(gdpOrder)));
  for (const gdpOrder of [11, 21, 31, 41, 301, 311, 321, 331]) add(gdpOrder);
  for (let gdpOrder = 230; gdpOrder >= 120; gdpOrder -= 10) {
    index.remove(ids.get(gdpOrder) ?? -1);
    ids.delete(gdpOrder);
  }
  index.remove(ids.get(110) ?? -1);
  ids.delete(110);
  // They get the ids of the rows that left.
  for (const gdpOrder of [4, 5, 6, 55, 65]) add(gdpOrder);
  expectSameOrder(index, ids);
});
