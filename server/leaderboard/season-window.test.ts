import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { weekAt, weekId } from '../../common/values/week.ts';
import { Board } from './board.ts';
import { SeasonRace } from './season-race.ts';
import { SeasonWindow } from './season-window.ts';
import { choose, SmallGame, stake } from './testing/fixtures.ts';

/** A game with a player in Italy and one in China, who have nothing yet. */
async function begun() {
  const game = new SmallGame();
  const board = new Board();
  await board.load(game.snapshot());
  const race = new SeasonRace(board);
  const window = new SeasonWindow(board, race);
  expect(window.take()).toBe(null);
  race.start(weekAt(game.now));
  expect(window.take()).toBe(null);
  game.playOn(board, choose(1, 'italy'));
  game.playOn(board, choose(2, 'china'));
  expect(window.take()).toBe(null);
  return { game, board, race, window, week: weekAt(game.now) };
}

test('[SEA3] names what was touched since the last look, and the sums that changed', async () => {
  const { game, board, window, week } = await begun();
  game.playOn(board, stake(1, 100));
  expect(window.take()).toEqual({
    id: weekId(week),
    players: 1,
    nations: [{ nationId: 'italy', gained: 10 }],
    changed: [
      {
        rank: 1,
        walletAddress: walletOf(1),
        name: null,
        nationId: 'italy',
        gained: 10,
        gdp: 18_010,
      },
    ],
    left: [],
  });
  expect(window.take()).toBe(null);
  // The first one only moves down.
  game.playOn(board, stake(2, 500));
  const change = window.take();
  expect(change?.changed.map(({ walletAddress, rank }) => [walletAddress, rank])).toEqual([
    [walletOf(2), 1],
  ]);
  expect([change?.players, change?.nations]).toEqual([2, [{ nationId: 'china', gained: 50 }]]);
});

test('[SEA3] has nothing to say of what was known at its beginning, and while the race begins again', async () => {
  const { game, board, race, window, week } = await begun();
  game.playOn(board, stake(1, 100));
  window.take();
  expect(new SeasonWindow(board, race).take()).toBe(null);
  await board.load(game.snapshot());
  expect(window.take()).toBe(null);
  race.start(week);
  expect(window.take()?.left).toEqual([]);
});

test('[SEA3] names who fell below the first hundred, or out of the list', async () => {
  const { game, board, window } = await begun();
  for (let n = 1; n <= 101; n += 1) {
    if (n > 2) game.playOn(board, choose(n, 'italy'));
    game.playOn(board, stake(n, 10 * n));
  }
  const first = window.take();
  expect([first?.changed.length, first?.players]).toEqual([100, 101]);
  expect(first?.changed.map(({ walletAddress }) => walletAddress)).not.toContain(walletOf(1));
  game.playOn(board, stake(1, 5000));
  expect(window.take()?.left.map(({ wallet }) => wallet)).toEqual([walletOf(2)]);
  game.playOn(board, { do: 'end-stakes', player: 1 });
  const last = window.take();
  expect(last?.left).toMatchObject([{ wallet: walletOf(1), nationId: 'italy' }]);
  expect(last?.changed.map(({ walletAddress, rank }) => [walletAddress, rank])).toEqual([
    [walletOf(2), 100],
  ]);
  expect(last?.players).toBe(100);
});

test('[SEA3] names what changed and changed back, if it looked in between', async () => {
  const { game, board, window } = await begun();
  for (let n = 1; n <= 101; n += 1) {
    if (n > 2) game.playOn(board, choose(n, 'italy'));
    if (n < 101) game.playOn(board, stake(n, 10 * n));
  }
  window.take();
  // A client that polls now has the last one, without the first one.
  game.playOn(board, stake(101, 5000));
  expect(window.look()).toBe(true);
  game.playOn(board, { do: 'end-stakes', player: 101 });
  const change = window.take();
  expect(change?.left.map(({ wallet }) => wallet)).toEqual([walletOf(101)]);
  expect(change?.nations.map(({ nationId }) => nationId)).toEqual(['italy']);
  expect(change?.changed.map(({ walletAddress, rank }) => [walletAddress, rank])).toEqual([
    [walletOf(1), 100],
  ]);
  expect(window.look()).toBe(false);
});

test('[SEA1] begins from nothing with a new week', async () => {
  const { game, board, window, week } = await begun();
  game.playOn(board, stake(1, 100));
  window.take();
  game.endWeek(board, week);
  expect(window.take()).toBe(null);
  game.playOn(board, stake(1, 30));
  expect(window.take()).toMatchObject({
    id: weekId(week + 1),
    nations: [{ nationId: 'italy', gained: 3 }],
    left: [],
  });
});
