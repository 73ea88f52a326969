import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { NationId } from '../../common/values/nations.ts';
import { WeekList } from './week-list.ts';

function listOf(
  ...scores: readonly (readonly [score: number, order: number, nation?: NationId])[]
) {
  const list = new WeekList();
  for (const [n, [gdp, gdpOrder, nationId = 'italy']] of scores.entries()) {
    list.put({ wallet: walletOf(n + 1), nationId, base: 18_000, gdp, gdpOrder });
  }
  return list;
}

const order = (list: WeekList) => list.slice(100, 0).map(({ wallet }) => wallet);

test('[SEA3] ranks scores above 0; ties by who came first, then by the lower address', () => {
  const list = listOf([5, 9], [7, 3], [0, 1], [-4, 1], [7, 2], [5, 9]);
  expect(order(list)).toEqual([5, 2, 1, 6].map((n) => walletOf(n)));
  expect(list.size).toBe(4);
  expect(list.ranked(walletOf(1))?.rank).toBe(3);
  expect(list.ranked(walletOf(3))).toBe(null);
});

test('[SEA4] a nation’s score is the sum of the scores that are ranked', () => {
  const list = listOf([5, 1, 'usa'], [7, 2, 'usa'], [-9, 3, 'usa'], [1, 4, 'china']);
  expect(list.gained).toEqual({ usa: 12, italy: 0, argentina: 0, china: 1 });
  list.put({ wallet: walletOf(2), nationId: 'usa', base: 18_000, gdp: 3, gdpOrder: 5 });
  expect(list.gained.usa).toBe(8);
  list.put({ wallet: walletOf(1), nationId: 'usa', base: 18_000, gdp: 0, gdpOrder: 6 });
  expect([list.gained.usa, list.size]).toEqual([3, 2]);
  list.remove(walletOf(2));
  list.remove(walletOf(2));
  expect([list.gained.usa, list.size]).toEqual([0, 1]);
});

test('[SEA3] each nation’s first, best first, however far down', () => {
  const scores = Array.from({ length: 1500 }, (_, n) => [5000 - n, n, 'usa'] as const);
  const list = listOf(...scores, [2, 1, 'china'], [1, 1, 'italy'], [0, 1, 'argentina']);
  expect(list.best().map(({ racer, rank }) => [racer.nationId, rank])).toEqual([
    ['usa', 1],
    ['china', 1501],
    ['italy', 1502],
  ]);
  expect(listOf([0, 1]).best()).toEqual([]);
});

test('[SEA3] a score reached now comes after the same ones, and takes the place of one’s own', () => {
  const list = listOf([9, 1], [7, 2], [5, 3]);
  const newcomer = walletOf(9);
  expect([10, 9, 7, 5, 1].map((score) => list.rankWith(newcomer, score))).toEqual([1, 2, 3, 4, 4]);
  expect([10, 7, 4].map((score) => list.rankWith(walletOf(2), score))).toEqual([1, 2, 3]);
});
