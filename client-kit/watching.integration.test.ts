/** What a watch adds to the page's live client; and a watch of the real server, commit by commit. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { leaderboardCall, type LeaderboardEntry } from '../common/protocol/leaderboard.ts';
import { dena, walletOf } from '../common/testing/fixtures.ts';
import { address } from '../common/values/address.ts';
import { revSchema } from '../common/values/ids.ts';
import { byNation, NATION_IDS } from '../common/values/nations.ts';
import { Harness } from '../server/test/support/harness.ts';
import {
  startTestServer,
  type Reply,
  type Seen,
  type TestServer,
} from '../tools/test/api-server.ts';
import { freePort } from '../tools/test/listening.ts';
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

  /** Time passes only here: slowly while a socket is up, so that no answer is late, and quickly while none is. */
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

const PATIENTLY = { timeout: 60_000, interval: 10 };

test('[PRO15] through 64 commits and a restart, every board is the server’s list at that rev', async () => {
  const env = { PORT: String(await freePort()), WALLET_PROOF: 'off' };
  const server = await Harness.start({ env });
  onTestFinished(() => server.close());
  const { url } = server;
  const denaria = createClient({ origin: url });
  const heard = new Heard(url, { walletAddress: walletOf(1) });
  onTestFinished(() => heard.watching.close());
  const lists = new Map<string, { rows: unknown; totalCount: number }>();
  const list = async () => {
    const response = await fetch(new URL(leaderboardCall.path, url));
    const { headers } = response;
    const rev = headers.get('X-Board-Rev') ?? '';
    lists.set(rev, {
      rows: await response.json(),
      totalCount: Number(headers.get('X-Total-Count')),
    });
    return rev;
  };

  const players = Array.from({ length: 16 }, (_, n) => walletOf(n + 1));
  let commits = 0;
  const commit = async (n: number) => {
    const walletAddress = players[n % players.length] ?? walletOf(1);
    if (n < players.length) {
      server.chain.give(walletAddress, { denaWei: dena(10_000) });
      const nationId = NATION_IDS[n % NATION_IDS.length] ?? 'usa';
      await denaria.call('chooseNation', { body: { walletAddress, nationId } });
    } else await denaria.call('stakeDena', { body: { walletAddress, amount: 100 + n } });
    commits += 1;
    const rev = await list();
    // The others come in bursts, of which the board shows only the end.
    if (n % 2 === 0)
      await vi.waitFor(
        () => expect((heard.watching.board?.rev ?? '') >= rev).toBe(true),
        PATIENTLY,
      );
  };
  for (let n = 0; n < 40; n += 1) await commit(n);
  const body = { walletAddress: walletOf(1), amount: '1000.5' };
  const sent = denaria.call('stakeDena', { body });
  await Promise.all([server.restart(), sent]);
  const params = { walletAddress: walletOf(1) };
  const stakes = await denaria.call('getDenaStakes', { params });
  // Whether it was carried out before or after.
  expect(stakes.filter(({ stakedAmount }) => stakedAmount === body.amount)).toHaveLength(1);
  for (let n = 40; n < 64; n += 1) await commit(n);
  expect(commits).toBe(64);

  const last = await list();
  await vi.waitFor(() => expect(heard.watching.board?.rev).toBe(last), PATIENTLY);
  const compared = heard.boards.filter(({ rev }) => lists.has(rev));
  expect(compared.length).toBeGreaterThanOrEqual(30);
  for (const { rev, rows, totalCount } of compared) {
    expect({ rows, totalCount }).toEqual(lists.get(rev));
  }
  await vi.waitFor(() => expect(heard.watching.status).toBe('live'), PATIENTLY);
  expect(heard.statuses).toContain('live');
  expect(heard.rows.at(-1)).toEqual(
    heard.watching.board?.rows.find(({ walletAddress }) => walletAddress === walletOf(1)),
  );
  expect(Object.keys(heard.watching.nations)).toEqual(Object.keys(byNation(() => 0)));
});
