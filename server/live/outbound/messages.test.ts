/** What a tick says of the changes since the one before it. */
import { expect, test } from 'vitest';
import type { Room } from '../../../common/protocol/live.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { Board } from '../../leaderboard/board.ts';
import { choose, revOf, SmallGame, stake, type Move } from '../../leaderboard/testing/fixtures.ts';
import { LiveWindow } from '../../leaderboard/window.ts';
import { partOf, tick } from './messages.ts';

function watched(...moves: Move[]) {
  const game = new SmallGame();
  const board = new Board();
  const window = new LiveWindow(board);
  const play = (...toPlay: Move[]) => {
    for (const move of toPlay) {
      game.now += 1000;
      game.playOn(board, move);
    }
  };
  play(...moves);
  return {
    board,
    play,
    /** The ticks of these rooms; null: nothing happened there. */
    ticks: (...rooms: Room[]) => {
      const changes = window.take();
      return rooms.map((room) => {
        const part = partOf(room, changes);
        return part && tick(board, room, part, { since: revOf(0), digest: window.digest() });
      });
    },
  };
}

/** Players 1 to `count` in Italy, the first ones far ahead. */
function crowd(count: number) {
  const world = watched();
  for (let n = 1; n <= count; n += 1) {
    world.play(choose(n, 'italy'), stake(n, n <= 12 ? 500_000 - n * 10_000 : 10));
  }
  world.ticks();
  return world;
}

test('[PRO15] `all` has everything, in one message; a nation’s room its own part, with ranks and no digest', () => {
  const { ticks } = watched(choose(1, 'usa'), choose(2, 'italy'), stake(2, 90_000));
  const [all, italy, china] = ticks('all', 'italy', 'china');
  expect(all?.nations.map(({ nationId, gdp, players }) => [nationId, gdp, players])).toEqual([
    ['usa', 25_000, 1],
    ['italy', 27_000, 1],
  ]);
  expect(all?.digest).toMatch(/^[0-9a-f]{16}$/);
  expect(all?.nations[1]?.changed[0]).not.toHaveProperty('rank');
  expect(italy).toMatchObject({
    nations: [{ nationId: 'italy', changed: [{ rank: 1 }], left: [] }],
  });
  expect(italy).not.toHaveProperty('digest');
  expect(italy?.events).toHaveLength(2);
  expect(china).toBeNull();
});

test('[PRE1, WRK1] the president and the work are sent only if they changed', () => {
  const { ticks, play } = watched(choose(1, 'usa'));
  expect(Object.keys(ticks('all')[0]?.nations[0] ?? {})).toEqual([
    'nationId',
    'gdp',
    'players',
    'changed',
    'left',
  ]);
  play({ do: 'stake-cultural', player: 1, quantity: 2 });
  const staked = ticks('all')[0]?.nations[0];
  expect(staked?.president).toMatchObject({ staked: 2 });
  expect(staked).not.toHaveProperty('work');
  play({ do: 'end-stakes', player: 1 });
  expect(ticks('all')[0]?.nations[0]?.president).toBeNull();
});

test('[PRO19] events are bounded, however many commits a tick has: the moves at the top and the largest others stay', () => {
  const { play, ticks } = crowd(60);
  for (let n = 13; n <= 60; n += 1) play(stake(n, 10 * n), stake(n, 10));
  // One rank, at the top: player 11 passes player 10.
  play(stake(11, 10_010));
  const [tick] = ticks('all');
  expect(tick?.events).toHaveLength(40);
  expect(tick?.eventsLeftOut).toBe(2 * 48 + 1 - 40);
  expect(tick?.events).toMatchObject({ 39: { rankBefore: 11, rankAfter: 10 } });
  // The others are the largest, in the order of their commits.
  const others = Array.from({ length: 39 }, (_, i) => ({ detail: { amount: `${220 + 10 * i}` } }));
  expect(tick?.events).toMatchObject([...others, {}]);
});

test('[PRO37] who leaves the week’s first entries is named in their nation’s room, even if a player of another nation pushed them out', () => {
  const left = [{ wallet: walletOf(1), nationId: 'italy' as const }];
  const season = { id: '2026-W48', players: 101, nations: [], changed: [], left };
  const changes = { nations: [], events: [], season };
  expect(partOf('italy', changes)).toEqual(changes);
  expect(partOf('usa', changes)).toBeNull();
});
