import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { stakeIdSchema } from '../../../../common/values/ids.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { ANNA, BEN, event, rev } from '../../testing/event.ts';
import {
  newsFrom,
  passedOn,
  presidencyNews,
  dropOutdated,
  withoutEnded,
  unlockedBetween,
  withPassed,
} from './news-items.ts';

const YOU = address(`0x${'f'.repeat(40)}`);

const moved = (
  n: number,
  walletAddress: typeof YOU,
  [rankBefore, rankAfter]: readonly [before: number, after: number],
  parts: Partial<ShownEvent> = {},
) => event(n, 'dena-staked', 1000, { walletAddress, rankBefore, rankAfter, ...parts });

describe('news from live events', () => {
  it('names those who passed, and counts the places lost', () => {
    const news = newsFrom([moved(2, BEN, [9, 4]), moved(1, ANNA, [6, 2])], YOU, 3);
    expect(news.passedBy.map(({ walletAddress }) => walletAddress)).toEqual([BEN, ANNA]);
    expect(news.rank).toBe(5);
  });

  it('ignores moves that stay ahead of the player, or behind', () => {
    const news = newsFrom([moved(2, BEN, [9, 6]), moved(1, ANNA, [3, 1])], YOU, 5);
    expect(news).toMatchObject({ passedBy: [], rank: 5 });
  });

  it('follows the player’s own moves and players who fall behind', () => {
    const news = newsFrom(
      [moved(3, ANNA, [6, 3]), moved(2, BEN, [1, 7], { gdpAfter: 17_000 }), moved(1, YOU, [9, 4])],
      YOU,
      9,
    );
    expect(news.ownMoves).toEqual([{ key: rev(1), dollars: 1000, rankBefore: 9, rankAfter: 4 }]);
    expect(news.passedBy.map(({ walletAddress }) => walletAddress)).toEqual([ANNA]);
    expect(news.rank).toBe(4);
  });

  it('[CHN1] names the stakes that ended and the block, and does not celebrate a loss', () => {
    const ended = moved(1, YOU, [2, 4], {
      kind: 'stakes-unbacked',
      gdpAfter: 13_000,
      detail: { stakeIds: [stakeIdSchema.parse('s1')], block: 77 },
    });
    expect(newsFrom([ended], YOU, 2)).toMatchObject({
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
    expect(dropOutdated(first, 4)).toBe(first);
    expect(dropOutdated(first, 6)).toMatchObject([{ rankBefore: 3, rankAfter: 6 }]);
    expect(dropOutdated(first, 3)).toEqual([]);
  });
});

it('[PRE1] reports a presidency only to those it concerns', () => {
  const of = (walletAddress: typeof YOU) => ({ walletAddress, name: null });
  expect(presidencyNews(YOU, 'italy', null, of(YOU))).toMatchObject({ became: 'won' });
  expect(presidencyNews(YOU, 'italy', YOU, of(ANNA))).toMatchObject({ became: 'lost' });
  expect(presidencyNews(YOU, 'italy', YOU, null)).toMatchObject({ became: 'lost', by: null });
  expect(presidencyNews(YOU, 'italy', ANNA, of(BEN))).toBeNull();
  expect(presidencyNews(YOU, 'italy', YOU, of(YOU))).toBeNull();
  // News of it replaces the previous news of it.
  const won = presidencyNews(YOU, 'italy', null, of(YOU));
  expect(presidencyNews(YOU, 'italy', YOU, of(ANNA))?.key).toBe(won?.key);
});

it('[LCK1] reports the locks that ended between two checks, once', () => {
  const stake = { id: 's', unstakeableAt: new Date(1000).toISOString() };
  expect(unlockedBetween([stake], 500, 1000)).toEqual(['s']);
  expect(unlockedBetween([stake], 1000, 1500)).toEqual([]);
  expect(unlockedBetween([stake], 0, 999)).toEqual([]);
});

it('withdraws an unlock once its stake has ended', () => {
  const news = [{ kind: 'unlocked', key: 'u', stakeIds: ['a', 'b'] }] as const;
  expect(withoutEnded(news, new Set(['a', 'b']))).toBe(news);
  expect(withoutEnded(news, new Set(['b']))).toEqual([{ ...news[0], stakeIds: ['b'] }]);
  expect(withoutEnded(news, new Set())).toEqual([]);
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
