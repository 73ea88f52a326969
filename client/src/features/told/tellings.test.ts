import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { stakeIdSchema } from '../../../../common/values/ids.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { ANNA, BEN, event, rev } from '../../testing/event.ts';
import {
  hear,
  passedOn,
  presidencyTold,
  stillTrue,
  withoutEnded,
  unlockedBetween,
  withPassed,
} from './tellings.ts';

const YOU = address(`0x${'f'.repeat(40)}`);

const moved = (
  n: number,
  walletAddress: typeof YOU,
  [rankBefore, rankAfter]: readonly [before: number, after: number],
  parts: Partial<ShownEvent> = {},
) => event(n, 'dena-staked', 1000, { walletAddress, rankBefore, rankAfter, ...parts });

describe('news from live events', () => {
  it('names those who passed, and counts the places lost', () => {
    const heard = hear([moved(2, BEN, [9, 4]), moved(1, ANNA, [6, 2])], YOU, 3);
    expect(heard.passedBy.map(({ walletAddress }) => walletAddress)).toEqual([BEN, ANNA]);
    expect(heard.rank).toBe(5);
  });

  it('ignores moves that stay ahead of the player, or behind', () => {
    const heard = hear([moved(2, BEN, [9, 6]), moved(1, ANNA, [3, 1])], YOU, 5);
    expect(heard).toMatchObject({ passedBy: [], rank: 5 });
  });

  it('follows the player’s own moves and players who fall behind', () => {
    const heard = hear(
      [moved(3, ANNA, [6, 3]), moved(2, BEN, [1, 7], { gdpAfter: 17_000 }), moved(1, YOU, [9, 4])],
      YOU,
      9,
    );
    expect(heard.ownMoves).toEqual([{ key: rev(1), dollars: 1000, rankBefore: 9, rankAfter: 4 }]);
    expect(heard.passedBy.map(({ walletAddress }) => walletAddress)).toEqual([ANNA]);
    expect(heard.rank).toBe(4);
  });

  it('[CHN1] names the stakes that ended and the block, and does not celebrate a loss', () => {
    const ended = moved(1, YOU, [2, 4], {
      kind: 'stakes-unbacked',
      gdpAfter: 13_000,
      detail: { stakeIds: [stakeIdSchema.parse('s1')], block: 77 },
    });
    expect(hear([ended], YOU, 2)).toMatchObject({
      unbacked: [{ stakeIds: ['s1'], dollars: -5000, block: 77 }],
      ownMoves: [],
      rank: 4,
    });
  });
});

describe('places lost', () => {
  const anna = { walletAddress: ANNA, name: null };
  const ben = { walletAddress: BEN, name: null };
  const first = withPassed([], [anna], { rankBefore: 3, rankAfter: 4, key: '1' });

  it('are reported as one, from where they began', () => {
    const both = withPassed(first, [ben], { rankBefore: 4, rankAfter: 5, key: '2' });
    expect(both).toMatchObject([{ rankBefore: 3, rankAfter: 5, by: [ben, anna] }]);
  });

  it('follow the rank, and disappear once they are won back', () => {
    expect(stillTrue(first, 4)).toBe(first);
    expect(stillTrue(first, 6)).toMatchObject([{ rankBefore: 3, rankAfter: 6 }]);
    expect(stillTrue(first, 3)).toEqual([]);
  });
});

it('[PRE1] reports a presidency only to those it concerns', () => {
  const of = (walletAddress: typeof YOU) => ({ walletAddress, name: null });
  expect(presidencyTold(YOU, 'italy', null, of(YOU))).toMatchObject({ became: 'won' });
  expect(presidencyTold(YOU, 'italy', YOU, of(ANNA))).toMatchObject({ became: 'lost' });
  expect(presidencyTold(YOU, 'italy', YOU, null)).toMatchObject({ became: 'lost', by: null });
  expect(presidencyTold(YOU, 'italy', ANNA, of(BEN))).toBeNull();
  expect(presidencyTold(YOU, 'italy', YOU, of(YOU))).toBeNull();
  // News of it replaces the previous news of it.
  const won = presidencyTold(YOU, 'italy', null, of(YOU));
  expect(presidencyTold(YOU, 'italy', YOU, of(ANNA))?.key).toBe(won?.key);
});

it('[LCK1] reports the locks that ended between two checks, once', () => {
  const stake = { id: 's', unstakeableAt: new Date(1000).toISOString() };
  expect(unlockedBetween([stake], 500, 1000)).toEqual(['s']);
  expect(unlockedBetween([stake], 1000, 1500)).toEqual([]);
  expect(unlockedBetween([stake], 0, 999)).toEqual([]);
});

it('withdraws an unlock once its stake has ended', () => {
  const told = [{ kind: 'unlocked', key: 'u', stakeIds: ['a', 'b'] }] as const;
  expect(withoutEnded(told, new Set(['a', 'b']))).toBe(told);
  expect(withoutEnded(told, new Set(['b']))).toEqual([{ ...told[0], stakeIds: ['b'] }]);
  expect(withoutEnded(told, new Set())).toEqual([]);
});

it('finds the players who were passed, whether or not the ranking includes the move yet', () => {
  const rows = [ANNA, BEN, YOU].map((walletAddress) => ({ walletAddress }));
  const move = { rankBefore: 3, rankAfter: 1 };
  const passed = [{ walletAddress: ANNA }, { walletAddress: BEN }];
  expect(passedOn(rows, YOU, move)).toEqual(passed);
  expect(
    passedOn(
      [rows[2], rows[0], rows[1]].flatMap((row) => row ?? []),
      YOU,
      move,
    ),
  ).toEqual(passed);
  expect(passedOn(rows, YOU, { rankBefore: 3, rankAfter: 3 })).toEqual([]);
});
