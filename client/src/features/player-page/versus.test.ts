import { expect, test } from 'vitest';
import { scoreBetween } from './Versus.tsx';

const places = (ranks: Readonly<Record<string, number>>) =>
  Object.entries(ranks).map(([id, rank]) => ({ id, rank, gained: 100, players: 9 }));

test('[SEA3] the better rank wins a week, and only weeks with a place of both count', () => {
  const own = places({ '2026-W40': 1, '2026-W41': 5, '2026-W42': 2, '2026-W43': 1, '2026-W44': 3 });
  const theirs = places({
    '2026-W39': 1,
    '2026-W40': 2,
    '2026-W41': 4,
    '2026-W42': 3,
    '2026-W44': 1,
  });
  expect(scoreBetween(own, theirs)).toEqual({ own: 2, theirs: 2 });
  expect(scoreBetween(theirs, own)).toEqual({ own: 2, theirs: 2 });
  expect(scoreBetween(places({ '2026-W43': 1 }), theirs)).toBeNull();
  expect(scoreBetween([], [])).toBeNull();
});
