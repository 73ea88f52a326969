import { describe, expect, it } from 'vitest';
import { onCourse } from './on-course.ts';
import { ANNA, BEN, event } from '../../testing/event.ts';

/** Times in seconds count from here; now is 100 s later. */
const START_S = 900;
const NOW_MS = 1000 * (START_S + 100);
const row = (rank: number, walletAddress: typeof ANNA, gdp: number) => ({
  rank,
  walletAddress,
  name: null,
  gdp,
});
const rows = [row(1, BEN, 22_000), row(2, ANNA, 20_000)];
/** $1,000 at each of these seconds. */
const gains = (...atS: number[]) =>
  atS.map((at) => event(START_S + at, 'dena-staked', 1000)).toReversed();
/** A thousand dollars every 20 s. */
const STEADY = gains(20, 40, 60, 80, 99);
const course = (...[events, board = rows]: [ReturnType<typeof gains>, typeof rows?]) => {
  const course = onCourse(board, events, NOW_MS);
  return course && [course.target.rank, Math.round(course.inMs / 1000)];
};

describe('on course to pass', () => {
  it('is a player who steadily gains on the one ahead, with the time it takes', () => {
    // $2,001 at $5,000 in 80 s.
    expect(course(STEADY)).toEqual([1, 32]);
  });

  it('also counts the gains of the one ahead', () => {
    const both = [...STEADY, ...gains(30).map((one) => ({ ...one, walletAddress: BEN }))];
    const [, alone = 0] = course(STEADY) ?? [];
    const [, chased = 0] = course(both) ?? [];
    expect(chased).toBeGreaterThan(alone);
    const faster = gains(20, 40, 60, 80, 99).map((one) => ({
      ...one,
      walletAddress: BEN,
      gdpAfter: one.gdpBefore + 2000,
    }));
    expect(course([...STEADY, ...faster])).toBe(null);
  });

  it('says nothing without enough evidence', () => {
    const silent = {
      'nobody gained': [],
      'one gain is not a pace': gains(99),
      'nor are several in a burst': gains(97, 98, 99),
      'a player who stopped passes nobody': gains(10, 20, 30, 40),
      'old gains do not count': gains(-400, -300, -200, 99),
      'joining is not a pace': gains(20, 40, 60, 80, 99).map((one) => ({
        ...one,
        kind: 'nation-chosen' as const,
      })),
      'gains that were undone': [
        event(START_S + 99, 'dena-unstaked', -6000),
        ...gains(20, 40, 60, 80, 95),
      ],
    };
    for (const [why, events] of Object.entries(silent)) expect(course(events), why).toBe(null);
    // Too far off to tell, and as good as passed.
    expect(course(STEADY, [row(1, BEN, 60_000), row(2, ANNA, 20_000)])).toBe(null);
    expect(course(STEADY, [row(1, BEN, 20_050), row(2, ANNA, 20_000)])).toBe(null);
  });
});
