import { expect, test } from 'vitest';
import { walletOf } from '../testing/fixtures.ts';
import { byNation } from '../values/nations.ts';
import { RankingOn } from './ranking-on.ts';

const player = (n: number, gdp: number, culturalCount = 0) => {
  return { wallet: walletOf(n), gdp, gdpOrder: n, culturalCount, culturalOrder: n };
};

test('a ranking of which the first are known goes on with each commit, and from there in another', () => {
  const nobody = byNation(() => ({ first: [], areAll: true }));
  const nothing = byNation(() => ({ gdp: 0, players: 0 }));
  const ranking = new RankingOn({
    rows: [player(1, 30), player(2, 20)],
    count: 3,
    candidates: { ...nobody, italy: { first: [player(2, 20, 1)], areAll: false } },
    totals: { ...nothing, italy: { gdp: 60, players: 3 } },
  });
  expect([ranking.exact, ranking.knowsPresidents]).toEqual([2, true]);
  const joined = player(4, 25, 2);
  ranking.apply({ nationId: 'italy', gdpBefore: null, row: joined, candidate: joined });
  expect(ranking.president('italy')).toEqual(joined);
  expect(ranking.known({ rows: 2, candidates: 1 })).toEqual({
    rows: [player(1, 30), joined],
    count: 4,
    candidates: { ...nobody, italy: { first: [joined], areAll: false } },
    totals: { ...nothing, italy: { gdp: 85, players: 4 } },
  });
  // Whoever is known no longer has any; of the others nobody can tell.
  for (const row of [player(2, 20), player(4, 25)]) {
    ranking.apply({ nationId: 'italy', gdpBefore: row.gdp, row, candidate: row });
  }
  expect([ranking.president('italy'), ranking.knowsPresidents]).toEqual([null, false]);
});
