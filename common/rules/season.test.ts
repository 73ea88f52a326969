import { expect, test } from 'vitest';
import { weekBegins } from '../values/week.ts';
import { seasonAfter } from './season.ts';

const WEEK = 2966;
const at = weekBegins(WEEK);

test('[SEA2] who joins counts from the GDP that joining gave', () => {
  expect(seasonAfter(null, { at, gdp: 18_000 })).toEqual({
    week: WEEK,
    base: 18_000,
    best: 18_000,
  });
});

test('[SEA2] within a week the base stays, and the best only rises', () => {
  const joined = seasonAfter(null, { at, gdp: 18_000 });
  const risen = seasonAfter(joined, { at: at + 1, gdp: 18_500 });
  expect(risen).toEqual({ week: WEEK, base: 18_000, best: 18_500 });
  expect(seasonAfter(risen, { at: at + 2, gdp: 18_100 })).toEqual(risen);
});

test('[SEA2] a later week counts from the best of all before it, however many had no commit', () => {
  const before = { week: WEEK, base: 18_000, best: 18_500 };
  const last = weekBegins(WEEK + 1) - 1;
  expect(seasonAfter(before, { at: last, gdp: 18_200 })).toEqual(before);
  for (const week of [WEEK + 1, WEEK + 9]) {
    const commit = { at: weekBegins(week), gdp: 18_700 };
    expect(seasonAfter(before, commit)).toEqual({ week, base: 18_500, best: 18_700 });
  }
});

test('[SEA1] a commit that release 1.0 dated before the week of its player’s last one belongs to that week', () => {
  const before = { week: WEEK, base: 18_000, best: 18_500 };
  const earlier = seasonAfter(before, { at: at - 1, gdp: 18_900 });
  expect(earlier).toEqual({ week: WEEK, base: 18_000, best: 18_900 });
});
