import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deedsOf } from './deeds.ts';
import { ANNA, BEN, cause } from '../../testing/cause.ts';
import { event } from './testing/fixtures.ts';

describe('the activity', () => {
  it('describes a deed the same whether it came live or was fetched, and keeps what only one source has', () => {
    const detail = { amount: '10000' };
    const ranks = { rankBefore: 20, rankAfter: 4 };
    const live = [cause(2, 'dena-staked', 1000, { detail, ...ranks })];
    const read = [event(2, 'dena-staked', 1000, detail)];
    expect(deedsOf([], live)).toEqual(deedsOf(read, live));
    expect(deedsOf(read, live)).toMatchObject([ranks]);
    // Without ranks, the rest is still the same.
    const [later] = deedsOf(read, []);
    expect(later).toEqual({ ...deedsOf([], live)[0], rankBefore: null, rankAfter: null });
  });

  it('loses no deed and repeats none, whatever was fetched and whatever came live', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isRead: fc.boolean(), isHeard: fc.boolean(), by: fc.nat(1) })),
        (all) => {
          const walletAddress = (by: number) => (by === 0 ? ANNA : BEN);
          const known = all.map((one, n) => ({ ...one, n })).toReversed();
          const events = known
            .filter(({ isRead }) => isRead)
            .map(({ n, by }) => ({
              ...event(n, 'dena-staked', 1),
              walletAddress: walletAddress(by),
            }));
          const causes = known
            .filter(({ isHeard }) => isHeard)
            .map(({ n, by }) => cause(n, 'dena-staked', 1, { walletAddress: walletAddress(by) }));
          const expected = known.filter(({ isRead, isHeard }) => isRead || isHeard);
          expect(deedsOf(events, causes).map(({ atMs }) => atMs / 1000)).toEqual(
            expected.map(({ n }) => n),
          );
          expect(
            deedsOf(
              events.filter((one) => one.walletAddress === BEN),
              causes,
              { walletAddress: BEN },
            ),
          ).toHaveLength(expected.filter(({ by }) => by === 1).length);
        },
      ),
    );
  });
});
