import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rankPercentChange } from '../../../../common/rules/percent-change.ts';
import { rankDayAgo } from './rank-day-ago.ts';

it('[PCT1] is what the percentage was counted from', () => {
  expect(rankDayAgo(-33.33, 8)).toBe(6);
  expect(rankDayAgo(50, 2)).toBe(4);
  expect(rankDayAgo(0, 7)).toBe(7);
  expect(rankDayAgo(null, 7)).toBeNull();
});

it('is never a wrong one, however far a player has moved', () => {
  const ranks = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(ranks, ranks, (before, now) => {
      expect([before, null]).toContain(rankDayAgo(rankPercentChange(now, before), now));
    }),
  );
});

it('is exact for who moved a few places', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: -9, max: 9 }),
      (now, places) => {
        const before = Math.max(1, now + places);
        expect(rankDayAgo(rankPercentChange(now, before), now)).toBe(before);
      },
    ),
  );
});
