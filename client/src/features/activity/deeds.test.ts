import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../../../common/values/game-event.ts';
import { deedsOf } from './deeds.ts';
import { ANNA, BEN, cause, event, oldCause } from './testing/fixtures.ts';
import { wordsOf } from './words.ts';

const told = (deeds: ReturnType<typeof deedsOf>) =>
  deeds.map((deed) => [wordsOf(deed), deed.delta]);

describe('the activity', () => {
  it('leaves out events that no player caused', () => {
    const deeds = deedsOf(
      EVENT_KINDS.map((kind, i) => event(20 - i, kind, 0)),
      [],
    );
    expect(deeds).toHaveLength(EVENT_KINDS.length - 3);
  });

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

describe('a server of version 6, whose causes have no ids', () => {
  it('shows a live deed until its event is fetched', () => {
    const events = [event(2, 'dena-staked', 1000, { amount: '10000' })];
    const causes = [oldCause(3, 'dena-unstaked', -500), oldCause(2, 'dena-staked', 1000)];
    expect(told(deedsOf(events, causes))).toEqual([
      ['unstaked DENA', -500],
      ['staked 10,000 DENA', 1000],
    ]);
    expect(told(deedsOf([], causes))).toEqual([
      ['unstaked DENA', -500],
      ['staked DENA', 1000],
    ]);
  });

  it('shows a commit once, even if its message also covers later ones', () => {
    const events = [event(2, 'dena-staked', 1000, { amount: '10000' })];
    const causes = [oldCause(4, 'dena-staked', 700, 1), oldCause(4, 'dena-staked', 1000, 1)];
    expect(told(deedsOf(events, causes))).toEqual([
      ['staked DENA', 700],
      ['staked 10,000 DENA', 1000],
    ]);
    // The same deed a second time is a separate one.
    expect(deedsOf(events, [oldCause(9, 'dena-staked', 1000, 5)])).toHaveLength(2);
  });
});
