import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { passedOn } from '../../live/live-events.ts';
import { activityOf, eventsOf } from './activity.ts';
import { ANNA, BEN, event } from '../../testing/event.ts';

describe('the activity', () => {
  it('loses no event and repeats none, whatever was fetched and whatever came live', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isRead: fc.boolean(), isHeard: fc.boolean(), by: fc.nat(1) })),
        (all) => {
          const nationId = (by: number) => (by === 0 ? 'italy' : 'china');
          const known = all.map((one, n) => ({ ...one, n })).toReversed();
          const events = known
            .filter(({ isRead }) => isRead)
            .map(({ n, by }) => event(n, 'dena-staked', 1, { nationId: nationId(by) }));
          const live = known
            .filter(({ isHeard }) => isHeard)
            .map(({ n, by }) => event(n, 'dena-staked', 1, { nationId: nationId(by) }));
          const expected = known.filter(({ isRead, isHeard }) => isRead || isHeard);
          expect(activityOf(events, live).map(({ at }) => Date.parse(at) / 1000)).toEqual(
            expected.map(({ n }) => n),
          );
          expect(
            activityOf(
              events.filter((one) => one.nationId === 'china'),
              live,
              'china',
            ),
          ).toHaveLength(expected.filter(({ by }) => by === 1).length);
        },
      ),
    );
  });
});

test('[SCR74, SCR75] a feed has the events of a circle, or of oneself and whom one follows', () => {
  const [own, other] = [
    event(1, 'dena-staked', 1),
    event(2, 'dena-staked', 1, { walletAddress: BEN }),
  ];
  const follows = new Set([BEN.toLowerCase()]);
  const of = (...args: [string | null, typeof ANNA | null, Set<string>]) =>
    eventsOf([own, other], ...args);
  expect(of(`with=${BEN.toLowerCase()}`, ANNA, new Set())).toEqual([other]);
  expect(of('mine', ANNA, follows)).toEqual([own, other]);
  expect(of('mine', null, follows)).toEqual([other]);
  expect(of(null, ANNA, new Set())).toEqual([own]);
});

describe('a move that passes others', () => {
  const others = ['c', 'd', 'e', 'f'].map((digit, i) => ({
    walletAddress: address(`0x${digit.repeat(40)}`),
    name: `${i + 1}.eth`,
  }));
  const [first, second, third, fourth] = others;
  const anna = { walletAddress: ANNA, name: null };
  const ranks = { walletAddress: ANNA, rankBefore: 4, rankAfter: 2 };

  it('names them, the best first, whether or not the ranking includes the move yet', () => {
    const before = [first, second, third, anna, fourth].flatMap((row) => row ?? []);
    const after = [first, anna, second, third, fourth].flatMap((row) => row ?? []);
    for (const rows of [before, after]) expect(passedOn(rows, ranks)).toEqual([second, third]);
    expect(passedOn(after, { ...ranks, rankAfter: 4 })).toEqual([]);
    expect(passedOn(after, { ...ranks, rankBefore: 2, rankAfter: 4 })).toEqual([]);
    expect(passedOn([], ranks)).toEqual([]);
  });
});
