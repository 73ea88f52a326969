/** What a watch adds to the page's live client, on a server of the model. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LeaderboardEntry } from '../common/protocol/leaderboard.ts';
import { address } from '../common/values/address.ts';
import { revSchema } from '../common/values/ids.ts';
import {
  startTestServer,
  type Reply,
  type Seen,
  type TestServer,
} from '../tools/test/api-server.ts';
import { createClient, type Board, type LiveStatus, type Watching } from './client.ts';
import { LiveServer } from './live/testing/live-server.ts';

/** The model's first three players: of the USA, Italy and Argentina. */
const ALICE = address(`0x${'0'.repeat(39)}1`);
const BOB = address(`0x${'0'.repeat(39)}2`);
const CAROL = address(`0x${'0'.repeat(39)}3`);

/** What a watch has said. */
class Heard {
  readonly boards: Board[] = [];
  readonly statuses: LiveStatus[] = [];
  readonly errors: string[] = [];
  readonly rows: (LeaderboardEntry | null)[] = [];
  readonly events: string[] = [];
  incomplete = 0;
  readonly watching: Watching;

  constructor(
    origin: string,
    options: Parameters<ReturnType<typeof createClient>['watch']>[0] = {},
  ) {
    this.watching = createClient({ origin }).watch(options, {
      onBoard: (board) => this.boards.push(board),
      onStatus: (status) => this.statuses.push(status),
      onError: ({ message }) => this.errors.push(message),
      onPlayer: (row) => this.rows.push(row),
      onEvents: (events, isComplete) => {
        this.events.push(...events.map(({ id }) => id));
        if (!isComplete) this.incomplete += 1;
      },
    });
  }
}

describe('a server of the model', () => {
  let live: LiveServer;
  let http: TestServer;
  let heard: Heard;
  /** What answers instead of the server; null: the server. */
  let fault: Reply | 'stall' | null;

  /**
   * Time passes only here: slowly while a socket is up, so that no answer is late, and quickly
   * while none is.
   */
  const nearly = (check: () => void) =>
    vi.waitFor(
      () => {
        if (live.sockets.size === 0) vi.advanceTimersByTime(200);
        check();
      },
      { timeout: 60_000, interval: 10 },
    );
  const isInStep = () => nearly(() => expect(heard.watching.board).toEqual(live.process.list()));
  const gets = () => http.seen.filter(({ path }) => path === '/api/leaderboard');

  async function answer(seen: Seen): Promise<Reply> {
    if (fault === 'stall') await new Promise(() => undefined);
    return fault === null || fault === 'stall' ? live.answer(seen) : fault;
  }

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fault = null;
    live = new LiveServer((path) => {
      const { rows, ...place } = live.process.list();
      const headers = { 'X-Board-Epoch': place.epoch, 'X-Board-Rev': place.rev };
      const own = rows.filter(({ walletAddress }) => path.includes(walletAddress));
      return { status: 200, headers, body: own };
    });
    live.raise(ALICE, 1, false);
    http = await startTestServer(answer);
    live.listen(http.server);
    heard = new Heard(http.origin, { walletAddress: ALICE });
    await expect.poll(() => live.sockets.size).toBe(1);
    await nearly(() => expect(heard.statuses).toEqual(['live']));
    await isInStep();
  });
  afterEach(async () => {
    heard.watching.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    await live.close();
    await http.close();
  });

  test('without a socket is polled, with what was fetched last, and its player as well', async () => {
    heard.watching.close();
    await live.close();
    await http.close();
    http = await startTestServer(answer);
    heard = new Heard(http.origin, { walletAddress: ALICE });
    await nearly(() => expect(heard.statuses).toEqual(['polling']));
    await isInStep();
    live.raise(ALICE, 9, false);
    await isInStep();
    await nearly(() => expect(heard.rows.at(-1)?.gdp).toBe(9));
    fault = { status: 503, body: 'Later.', headers: { 'Retry-After': '20' } };
    await nearly(() => expect(heard.statuses.at(-1)).toBe('reconnecting'));
    expect(heard.errors.at(-1)).toContain('503: Later.');
    fault = null;
    live.raise(BOB, 11, false);
    await nearly(() => expect(heard.statuses.at(-1)).toBe('polling'));
    await isInStep();
  });

  test('[PRO39] of another origin than the page’s is polled every 10 s, is opened no socket, and that is said', async () => {
    heard.watching.close();
    await nearly(() => expect(live.sockets.size).toBe(0));
    vi.stubGlobal('origin', 'https://builder.example');
    http.seen.length = 0;
    live.watches.length = 0;
    heard = new Heard(http.origin);
    await nearly(() => expect(heard.statuses).toEqual(['polling']));
    await vi.advanceTimersByTimeAsync(9000);
    expect(gets()).toHaveLength(1);
    for (let n = 2; n < 5; n += 1) {
      live.raise(ALICE, n, false);
      await nearly(() => expect(gets()).toHaveLength(n));
      await isInStep();
      expect(gets()[n - 1]?.headers['if-none-match']).toBeDefined();
    }
    expect(live.watches).toEqual([]);
  });

  test('that stalls keeps nobody from closing, and a closed watch says nothing any more', async () => {
    fault = 'stall';
    live.say('resync', { ...live.process.place, rev: revSchema.parse('f'.repeat(16)) });
    await nearly(() => expect(gets().length).toBeGreaterThan(1));
    const said = JSON.stringify(heard);
    heard.watching.close();
    live.raise(ALICE, 50);
    await nearly(() => expect(live.sockets.size).toBe(0));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(JSON.stringify(heard)).toBe(said);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('hands on the rows of the nations that are named, with their ranks among all', async () => {
    live.raise(BOB, 5);
    live.raise(CAROL, 4);
    await isInStep();
    const italy = new Heard(http.origin, { nations: ['italy'] });
    onTestFinished(() => italy.watching.close());
    await nearly(() => expect(italy.watching.board?.rows).toHaveLength(1));
    live.raise(CAROL, 9);
    await nearly(() =>
      expect(italy.watching.board?.rows).toMatchObject([{ walletAddress: BOB, rank: 2 }]),
    );
    expect(italy.watching.board?.totalCount).toBe(3);
  });

  test('says which message can’t be read, and that events are missing', async () => {
    live.sayAnything('tick', { room: 'all', changed: 'all of it' });
    live.raise(BOB, 3, false);
    live.raise(ALICE, 4);
    await isInStep();
    expect(heard.errors).toEqual([
      expect.stringContaining('A live message could not be read (tick)'),
    ]);
    expect(heard.incomplete).toBe(1);
  });
});
