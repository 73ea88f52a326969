/**
 * Screens behind the worst that a network does, each with the package's board, which merges as the
 * page does: all of them show every commit, and at the end what the server does. How soon is
 * printed; bench/RESULTS.md has a quiet machine's.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { createClient, type Board, type Watching } from '../../client-kit/client.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { sleep } from '../../server/lib/machine.ts';
import { startLoad } from '../../server/test/support/load.ts';
import { wait } from '../test/counts.ts';
import type { Game } from './game.ts';
import { Proxy, type Habits } from './proxy.ts';

const SCREENS = 20;
const PLAYERS = 4;
const LOOK_MS = 50;

class Screen {
  readonly watching: Watching;
  /** When each rev was shown: `performance.now()`. */
  readonly shown: { readonly at: number; readonly rev: string }[] = [];
  board: Board | null = null;

  constructor(origin: string) {
    this.watching = createClient({ origin }).watch(
      {},
      {
        onBoard: (board) => {
          this.board = board;
          this.shown.push({ at: performance.now(), rev: board.rev });
        },
      },
    );
  }

  /** How long after a moment it showed this commit or a later one, in ms; null: never. */
  lag(rev: string, from: number): number | null {
    const then = this.shown.find((one) => one.rev >= rev);
    return then ? Math.max(0, then.at - from) : null;
  }
}

export interface Way {
  readonly habits: Habits;
  readonly playedMs: number;
  /** What else goes wrong while it is played. */
  readonly meanwhile?: (game: Game, proxy: Proxy, until: number) => Promise<void>;
}

/** Plays, and tells how every screen fared. */
async function play(game: Game, { habits, playedMs, meanwhile }: Way) {
  const proxy = await Proxy.start(
    game.servers.map(({ port }) => port),
    habits,
  );
  onTestFinished(() => proxy.close());
  const screens = Array.from({ length: SCREENS }, () => new Screen(proxy.url));
  onTestFinished(() => {
    for (const { watching } of screens) watching.close();
  });
  await expect.poll(() => screens.every(({ board }) => board !== null)).toBe(true);
  const wallets = await Promise.all(
    Array.from({ length: PLAYERS }, async (_, n) => {
      const wallet = walletOf(n + 1);
      await game.joins(wallet);
      return { wallet };
    }),
  );
  const load = startLoad({
    players: wallets,
    urls: game.servers.map(({ url }) => url),
    // Quiet for long enough to be idle, now and then.
    pauseMs: habits.idleMs === undefined ? 120 : habits.idleMs * 2,
  });
  const until = performance.now() + playedMs;
  const known: { readonly at: number; readonly rev: string }[] = [];
  const noting = (async () => {
    while (performance.now() < until) {
      const { headers } = await ask(game.server.url, '/api/leaderboard?limit=1').catch(() => ({
        headers: {},
      }));
      const rev = 'x-board-rev' in headers ? String(headers['x-board-rev']) : '';
      if (rev !== '') known.push({ at: performance.now(), rev });
      await sleep(LOOK_MS);
    }
  })();
  await Promise.all([noting, meanwhile?.(game, proxy, until), wait(playedMs)]);
  await load.stop();
  return { screens, load, known };
}

const listOf = async (url: string) => JSON.parse((await ask(url, '/api/leaderboard')).text);

/** What every way has in common: nothing is lost, and every screen is right in the end. */
export async function expectRight(game: Game, way: Way): Promise<void> {
  const { screens, load, known } = await play(game, way);
  expect(load.acknowledged.length).toBeGreaterThan(PLAYERS);
  expect(load.unknown).toEqual([]);
  const list = await listOf(game.server.url);
  const rows = () => screens.map(({ board }) => board?.rows ?? []);
  await expect.poll(() => rows().filter((shown) => !isDeepStrictEqual(shown, list)).length).toBe(0);
  // Every commit, on every screen.
  const lags = screens.flatMap((screen) => known.map(({ rev, at }) => screen.lag(rev, at)));
  expect(lags).not.toContain(null);
  const late = lags.map((lag) => lag ?? 0).toSorted((x, y) => x - y);
  const [half, most, all] = [0.5, 0.99, 1].map((part) => late[Math.ceil(part * late.length) - 1]);
  console.log(
    `${load.acknowledged.length} commits on ${SCREENS} screens: half after ${inMs(half)}, 99 % after ${inMs(most)}, all after ${inMs(all)}`,
  );
}

const inMs = (ms = 0) => `${Math.round(ms)} ms`;
