import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activityOf } from './activity.ts';
import { ANNA, BEN, event, tickEvent } from '../../testing/event.ts';

describe('the activity', () => {
  it('knows the ranks of what came live, whether or not it was fetched as well', () => {
    const live = [tickEvent(2, 'dena-staked', 1000, { rankBefore: 20, rankAfter: 4 })];
    const read = [event(2, 'dena-staked', 1000)];
    expect(activityOf([], live)).toEqual(live);
    expect(activityOf(read, live)).toEqual(live);
    expect(activityOf(read, [])).toEqual(read);
  });

  it('loses no event and repeats none, whatever was fetched and whatever came live', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isRead: fc.boolean(), isHeard: fc.boolean(), by: fc.nat(1) })),
        (all) => {
          const walletAddress = (by: number) => (by === 0 ? ANNA : BEN);
          const known = all.map((one, n) => ({ ...one, n })).toReversed();
          const events = known
            .filter(({ isRead }) => isRead)
            .map(({ n, by }) => event(n, 'dena-staked', 1, { walletAddress: walletAddress(by) }));
          const live = known
            .filter(({ isHeard }) => isHeard)
            .map(({ n, by }) => event(n, 'dena-staked', 1, { walletAddress: walletAddress(by) }));
          const expected = known.filter(({ isRead, isHeard }) => isRead || isHeard);
          expect(activityOf(events, live).map(({ at }) => Date.parse(at) / 1000)).toEqual(
            expected.map(({ n }) => n),
          );
          expect(
            activityOf(
              events.filter((one) => one.walletAddress === BEN),
              live,
              { walletAddress: BEN },
            ),
          ).toHaveLength(expected.filter(({ by }) => by === 1).length);
        },
      ),
    );
  });
});
