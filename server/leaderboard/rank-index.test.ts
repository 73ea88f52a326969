import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { walletOf } from './fixtures.ts';
import { RankIndex } from './rank-index.ts';

/** So few GDPs and moments that most rows tie in one of them or in both. */
const anyKey = fc.record({ gdp: fc.nat({ max: 6 }), gdpSince: fc.nat({ max: 2 }) });

const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('set'), wallet: fc.nat(), key: anyKey }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), wallet: fc.nat() }) },
);

/** Blocks of 4, so that a few dozen rows split and join them all the time. */
const BLOCK_IDS = 4;

function expectSameOrder(index: RankIndex<RankKey>, ids: Map<number, number>): void {
  const rows = [...ids.values()].map((id) => index.row(id));
  const sorted = rows.toSorted(compareRank);
  expect(index.size).toBe(sorted.length);
  expect(index.slice(0, Number.MAX_SAFE_INTEGER)).toEqual(sorted);
  for (const id of ids.values()) {
    expect(index.rankOf(id)).toBe(sorted.indexOf(index.row(id)) + 1);
  }
}

test(
  '[LB1] ranks and slices are those of a sorted array, under ties and through any changes',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(
        fc.array(anyKey, { maxLength: 60, size: 'max' }),
        fc.array(anyStep, { maxLength: 300, size: 'max' }),
        (start, steps) => {
          const rows = start.map((key, n) => ({ ...key, wallet: walletOf(n) }));
          const index = new RankIndex<RankKey>(rows, BLOCK_IDS);
          const ids = new Map(rows.map((_, n) => [n, n]));
          for (const step of steps) {
            const n = step.wallet % 70;
            const id = ids.get(n);
            if (step.do === 'remove') {
              if (id !== undefined) index.remove(id);
              ids.delete(n);
              continue;
            }
            const row = { ...step.key, wallet: walletOf(n) };
            if (id === undefined) ids.set(n, index.add(row));
            else index.update(id, row);
          }
          expectSameOrder(index, ids);
        },
      ),
      { numRuns: 300 },
    );
  },
);

test('[LB1] how many rows stand above a key that is none of theirs', () => {
  fc.assert(
    fc.property(
      fc.array(anyKey, { maxLength: 40, size: 'max' }),
      anyKey,
      fc.nat(),
      (start, key, n) => {
        const rows = start.map((row, i) => ({ ...row, wallet: walletOf(2 * i) }));
        const index = new RankIndex<RankKey>(rows, BLOCK_IDS);
        const probe = { ...key, wallet: walletOf(2 * (n % 40) + 1) };
        const above = rows.filter((row) => compareRank(row, probe) < 0).length;
        expect(index.countAbove(probe)).toBe(above);
      },
    ),
  );
});

test('a slice is cut at both ends of the order', () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    gdp: 1000 - n,
    gdpSince: 0,
    wallet: walletOf(n),
  }));
  const index = new RankIndex<RankKey>(rows);
  expect(index.slice(380, 10)).toEqual(rows.slice(380, 390));
  expect(index.slice(995, 10)).toEqual(rows.slice(995));
  expect(index.slice(1000, 10)).toEqual([]);
  expect(index.slice(-1, 10)).toEqual([]);
  expect(index.slice(5, 0)).toEqual([]);
  expect(index.at(1)).toBe(rows[0]);
  expect(index.at(1000)).toBe(rows[999]);
  expect(index.at(1001)).toBeUndefined();
});

test('a row that keeps its place is replaced where it stands', () => {
  const row = { gdp: 5, gdpSince: 1, wallet: walletOf(1) };
  const index = new RankIndex<RankKey>([row, { ...row, wallet: walletOf(2) }]);
  const again = { ...row };
  index.update(0, again);
  expect(index.at(1)).toBe(again);
});

test(
  'the index takes at most 16 bytes a row, built and after it was turned over',
  { timeout: 60_000 },
  () => {
    const count = 20_000;
    const rowOf = (n: number, gdp: number) => ({ gdp, gdpSince: n, wallet: walletOf(n) });
    const rows = Array.from({ length: count }, (_, n) => rowOf(n, (n * 7919) % 100_003));
    const index = new RankIndex<RankKey>(rows);
    expect(index.byteLength / count).toBeLessThan(16);
    for (let n = 0; n < count; n += 1) index.update(n, rowOf(n, (n * 104_729) % 1_000_003));
    expect(index.byteLength / count).toBeLessThan(16);
    // Everyone ends in a few places of the order: what they left behind must not stay half empty.
    for (let n = 0; n < count; n += 1) index.update(n, rowOf(n, (n % 3) * 1_000_000));
    expect(index.byteLength / count).toBeLessThan(20);
  },
);

test('an id that was never given is a bug that throws', () => {
  expect(() => new RankIndex<RankKey>().row(0)).toThrow('no row has the id 0');
});
