import { expect, test, vi } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { Board } from './board.ts';
import { EarlierBoard } from './earlier-board.ts';
import { revOf } from './testing/fixtures.ts';
import { RowGame } from './testing/row-game.ts';

const HOUR_MS = 60 * 60 * 1000;

function rowGame() {
  const game = new RowGame();
  const board = new Board();
  const dayAgo = new EarlierBoard({ store: game, board, now: () => game.now }, 24 * HOUR_MS);
  const commits = (player: number, count: number) => {
    for (let n = 0; n < count; n += 1) {
      game.commit({ player, fields: { gdp: 1 }, resource: {}, gift: null, isKnown: true });
    }
  };
  return { game, board, dayAgo, commits };
}

test('[PCT1] the board of a day ago is read back to then, page by page, and once', async () => {
  const { game, board, dayAgo, commits } = rowGame();
  commits(1, 600);
  game.now += 48 * HOUR_MS;
  commits(2, 1);
  commits(1, 1100);
  await board.load(game.snapshot());
  const asked = vi.spyOn(game, 'events');
  await dayAgo.advance();
  expect([1, 2].map((n) => dayAgo.ranked(walletOf(n))?.rank)).toEqual([1, undefined]);
  const queries = asked.mock.calls.map(([query]) => query);
  expect(queries.filter(({ wallet }) => !wallet)).toMatchObject([
    { order: 'newest-first' },
    { order: 'newest-first' },
    { order: 'oldest-first', after: revOf(600) },
  ]);
  asked.mockClear();
  await dayAgo.advance();
  expect(asked).not.toHaveBeenCalled();
});

test('[PCT1] an event that is dated ahead blocks none after it', async () => {
  const { game, board, dayAgo, commits } = rowGame();
  await board.load(game.snapshot());
  await dayAgo.advance();
  const { now } = game;
  game.now += 365 * 24 * HOUR_MS;
  commits(1, 1);
  game.now = now;
  commits(2, 1);
  await dayAgo.advance();
  game.now += 25 * HOUR_MS;
  await dayAgo.advance();
  expect([1, 2].map((n) => dayAgo.ranked(walletOf(n))?.rank)).toEqual([1, 2]);
});
