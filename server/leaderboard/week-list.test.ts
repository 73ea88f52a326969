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
