import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { leaderboardMessageSchema } from '../../../common/protocol/live.ts';
import { Board } from '../../leaderboard/board.ts';
import { choose, revOf, SmallGame, stake } from '../../leaderboard/testing/fixtures.ts';
import { LiveWindow } from '../../leaderboard/window.ts';
import { LiveFeed, Ticker } from './tick.ts';

describe('the ticker', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('[PRO13] runs immediately after a quiet tick, and once however often it was requested', () => {
    let runs = 0;
    const ticker = new Ticker(50, () => (runs += 1));
    vi.advanceTimersByTime(1000);
    ticker.request();
    ticker.request();
    expect(runs).toBe(0);
    vi.advanceTimersByTime(1);
    expect(runs).toBe(1);
  });

  test('runs at most once per tick under a steady stream, and not at all without one', () => {
    const ranAt: number[] = [];
    const start = performance.now();
    const ticker = new Ticker(50, () => ranAt.push(performance.now() - start));
    for (let i = 0; i < 100; i += 1) {
      ticker.request();
      vi.advanceTimersByTime(2);
    }
    vi.advanceTimersByTime(1000);
    expect(ranAt.length).toBeGreaterThanOrEqual(4);
    expect(ranAt.length).toBeLessThanOrEqual(5);
    const gaps = ranAt.slice(1).map((at, i) => at - (ranAt[i] ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(50);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a stopped ticker runs no more', () => {
    let runs = 0;
    const ticker = new Ticker(50, () => (runs += 1));
    ticker.request();
    ticker.stop();
    vi.advanceTimersByTime(100);
    expect(runs).toBe(0);
  });
});

/** A board, its window and its feed, with everything that was sent in order. */
function feedOf(board: Board, size?: number) {
  const window = new LiveWindow(board, size);
  const sent: { room: string; name: string; message: object }[] = [];
  const feed = new LiveFeed(board, window, {
    leaderboard: (room, message) => sent.push({ room, name: 'leaderboard', message }),
    gdp: (room, message) => sent.push({ room, name: 'gdp', message }),
    player: (room, message) => sent.push({ room, name: 'player', message }),
  });
  return { feed, takeSent: () => sent.splice(0) };
}

describe('the feed', () => {
  test('[PRO14] each nation has its own chain: `since` is the rev of its own last message', () => {
    const game = new SmallGame();
    const board = new Board();
    const { feed, takeSent } = feedOf(board);
    const links = () => {
      feed.flush();
      return takeSent()
        .filter(({ name }) => name === 'leaderboard')
        .map(({ room, message }) => {
          const { since, rev } = leaderboardMessageSchema.parse(message);
          return [room, since, rev];
        });
    };
    game.playOn(board, choose(1, 'usa'));
    expect(links()).toEqual([['nation:usa', revOf(0), revOf(1)]]);
    game.playOn(board, choose(2, 'italy'));
    game.playOn(board, stake(2, 10));
    expect(links()).toEqual([['nation:italy', revOf(0), revOf(3)]]);
    game.playOn(board, stake(1, 10));
    game.playOn(board, stake(2, 10));
    expect(links()).toEqual([
      ['nation:usa', revOf(1), revOf(5)],
      ['nation:italy', revOf(3), revOf(5)],
    ]);
  });

  test('a change beyond the first rows leaves the chain unchanged', () => {
    const game = new SmallGame();
    const board = new Board();
    const { feed, takeSent } = feedOf(board, 1);
    game.playOn(board, choose(1, 'usa'));
    game.playOn(board, choose(2, 'italy'));
    feed.flush();
    takeSent();
    game.playOn(board, stake(2, 10));
    feed.flush();
    expect(takeSent().map(({ name }) => name)).toEqual(['gdp']);
  });
});
