/**
 * The live client against a real server: HTTP and Socket.IO on one port, scripted by the test. Longer than
 * 400 lines, because every test needs that server and its client.
 */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { Server as SocketServer, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLIENT_MESSAGES, type ServerMessages } from '../../../common/protocol/live.ts';
import {
  playerNationSchema,
  type PlayerNationView,
} from '../../../common/protocol/player-nation.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { address, type Address } from '../../../common/values/address.ts';
import { revSchema } from '../../../common/values/ids.ts';
import { byNation, NATIONS } from '../../../common/values/nations.ts';
import { gameClock } from '../api/game-clock.ts';
import { LEADERBOARD_KEY } from '../api/leaderboard-key.ts';
import { pageAge } from '../api/page-age.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { createQueryClient } from '../api/query-client.ts';
import { startTestServer, type Reply, type Seen, type TestServer } from '../testing/api-server.ts';
import type { Board } from './board-merge.ts';
import { LiveClient } from './live-client.ts';
import { ModelProcess, ModelStore } from './testing/board-model.ts';

/** The model's first three players: of the USA, Italy and Argentina. */
const ALICE = address(`0x${'0'.repeat(39)}1`);
const BOB = address(`0x${'0'.repeat(39)}2`);
const CAROL = address(`0x${'0'.repeat(39)}3`);
const NOW = '2031-05-01T00:00:00.000Z';

function player(gdp: number, rank: number) {
  const { id, name, flag, population, startingGdp, bonus } = NATIONS.usa;
  return playerNationSchema.parse({
    playerNation: {
      walletAddress: ALICE,
      nationId: id,
      gdp,
      rank,
      joinedAt: NOW,
      denaBalance: '1',
      denaAvailable: '1',
      change24h: { gdp: null, denaBalance: null, population: null, rank: null },
    },
    nation: { id, name, flag, population, startingGdp, bonus },
    resources: {
      wood: 0,
      oil: 0,
      food: 0,
      technology: 0,
      perHour: { wood: 1, oil: 1, food: 1, technology: 1 },
      settledAt: NOW,
    },
  });
}

const revText = (rev: string) => rev.padStart(16, '0');

/** One server process on real sockets; it accepts every watch. */
class LiveServer {
  readonly store = new ModelStore();
  readonly process = new ModelProcess(this.store);
  readonly watches: unknown[] = [];
  readonly sockets = new Set<Socket>();
  /** The protocol version that this server speaks. */
  version = PROTOCOL_VERSION;
  /** The code that a watch is refused with; null: it is accepted. */
  refusal: string | null = null;
  /** The answer about Alice, and the rev in its headers: null for none, as older servers answer. */
  player: { readonly body: PlayerNationView; readonly rev: string | null } = {
    body: player(1, 1),
    rev: null,
  };
  /** Whether requests for a player are answered with 503. */
  isFailing = false;
  #io: SocketServer | null = null;

  listen(server: TestServer['server']): void {
    this.#io = new SocketServer(server, { path: '/socket.io', transports: ['websocket'] });
    this.#io.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('disconnect', () => this.sockets.delete(socket));
      for (const name of ['watch', 'unwatch'] as const) {
        socket.on(name, (watch: unknown, ack?: (answer: unknown) => void) => {
          this.watches.push([name, CLIENT_MESSAGES[name].parse(watch)]);
          ack?.(
            this.refusal === null
              ? { ok: true, version: this.version, ...this.process.place, now: NOW }
              : { ok: false, error: 'Not now.', code: this.refusal },
          );
        });
      }
    });
  }

  readonly answer = ({ path, headers }: Seen): Reply => {
    if (path.startsWith('/api/player-nation')) {
      if (this.isFailing) return { status: 503, body: 'Try again.' };
      const { body, rev } = this.player;
      const { epoch } = this.process.place;
      const headers: Record<string, string> =
        rev === null ? {} : { 'X-Board-Epoch': epoch, 'X-Board-Rev': revText(rev) };
      return { status: 200, headers, body };
    }
    if (path !== '/api/leaderboard') return { status: 404, body: 'no such call' };
    const { rows, epoch, rev, totalCount } = this.process.list();
    const etag = `"${epoch}-${rev}"`;
    if (headers['if-none-match'] === etag) return { status: 304 };
    return {
      status: 200,
      headers: {
        'X-Board-Epoch': epoch,
        'X-Board-Rev': rev,
        'X-Total-Count': String(totalCount),
        ETag: etag,
      },
      body: rows,
    };
  };

  say<Name extends keyof ServerMessages>(name: Name, message: ServerMessages[Name]): void {
    this.#io?.emit(name, message);
  }

  sayAnything(name: string, payload: unknown): void {
    this.#io?.emit(name, payload);
  }

  /** Commits, follows and sends, as one tick does; without `isTold`, as if the message were lost. */
  raise(wallet: Address, gdp: number, isTold = true): void {
    this.store.commit({ wallet, gdp, denaHoldings: 1, presidentCount: null });
    this.process.follow(1);
    for (const message of this.process.tick()) if (isTold) this.say('leaderboard', message);
  }

  dropSockets(): void {
    for (const socket of this.sockets) socket.conn.close();
  }

  async close(): Promise<void> {
    await this.#io?.close();
  }
}

let live: LiveServer;
let http: TestServer;
let queryClient: QueryClient;
let client: LiveClient;
let stopObserving: () => void;

const board = () => queryClient.getQueryData<Board>(LEADERBOARD_KEY);
const gets = (path = '/api/leaderboard') => http.seen.filter((seen) => seen.path === path).length;
const nearly = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

/**
 * The rows and the count match the server's; the rev may be that of the nation that has been quiet longest.
 */
const isInStep = () =>
  nearly(() => {
    const { epoch, rows, totalCount } = live.process.list();
    expect(board()).toMatchObject({ epoch, rows, totalCount });
  });

/**
 * From here on, the page's own delays pass when the test says so, half a second at a time. The socket
 * library's delays and the network stay in real time.
 */
function fakePauses(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.advanceTimersByTime(500);
}

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  live = new LiveServer();
  live.raise(ALICE, 1, false);
  http = await startTestServer(live.answer);
  live.listen(http.server);
  queryClient = createQueryClient();
  client = new LiveClient(queryClient, null);
  client.start();
  stopObserving = new QueryObserver(queryClient, {
    queryKey: LEADERBOARD_KEY,
    queryFn: () => client.poll(),
    structuralSharing: false,
  }).subscribe(() => undefined);
  await nearly(() => expect(client.status()).toBe('live'));
  await isInStep();
});

afterEach(async () => {
  vi.useRealTimers();
  stopObserving();
  client.stop();
  queryClient.clear();
  await live.close();
  await http.close();
  vi.restoreAllMocks();
});

test('[PRO1] it says its version, watches all nations, receives the game’s clock, and needs one list', () => {
  const [socket] = live.sockets;
  expect(socket?.handshake.auth).toEqual({ version: PROTOCOL_VERSION });
  expect(live.watches).toEqual([['watch', { nations: 'all' }]]);
  expect(gets()).toBe(1);
  expect(new Date(gameClock.now()).toISOString().slice(0, 10)).toBe('2031-05-01');
});

test('a push reaches the cache without a fetch', async () => {
  live.raise(CAROL, 9);
  await isInStep();
  expect(gets()).toBe(1);
});

test('[PRO16] a lost message is recovered by a fetch as soon as the next one reveals the gap', async () => {
  live.raise(ALICE, 3, false);
  live.raise(ALICE, 4);
  await isInStep();
  expect(gets()).toBe(2);
});

test('an unreadable message is dropped, counted, and recovered by a fetch', async () => {
  live.raise(ALICE, 5, false);
  live.sayAnything('leaderboard', { epoch: 'e0', changed: 'all of it' });
  await isInStep();
  expect(client.malformedCount).toBe(1);
});

test('[PRO17] after a lost connection it watches again and catches up', async () => {
  live.dropSockets();
  await nearly(() => expect(live.sockets.size).toBe(0));
  live.raise(ALICE, 6);
  expect(client.status()).toBe('live');
  await isInStep();
  expect(live.watches).toHaveLength(2);
});

test('queries that failed while the server was away are retried once it is back', async () => {
  live.isFailing = true;
  const query = playerNationQuery(ALICE);
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  await nearly(() => expect(queryClient.getQueryState(query.queryKey)?.status).toBe('error'));
  live.isFailing = false;
  live.dropSockets();
  await nearly(() => expect(queryClient.getQueryData(query.queryKey)).toEqual(player(1, 1)));
  stop();
});

const WATCHING = { total: 3, nations: { ...byNation(() => 1), usa: 3 } };

/** Another client, for which time passes only when the test says so, in the socket library too. */
async function startWithoutTime(): Promise<void> {
  client.stop();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  client = new LiveClient(queryClient, null);
  client.start();
  await expect.poll(() => client.status()).toBe('live');
  live.watches.length = 0;
}

test('on wake it connects immediately, and probes a connection that it already has', async () => {
  await startWithoutTime();
  client.wake();
  await expect.poll(() => live.watches).toEqual([['unwatch', { nations: [] }]]);
  live.say('watching', WATCHING);
  await expect.poll(() => client.watching()).toEqual(WATCHING);
  live.dropSockets();
  await expect.poll(() => client.watching()).toBe(null);
  client.wake();
  await expect.poll(() => live.watches).toHaveLength(2);
});

test('[PRO21] disconnected by the server, it reconnects', async () => {
  const hurry = fakePauses();
  for (const socket of live.sockets) socket.disconnect(true);
  await nearly(() => {
    if (live.sockets.size === 0) hurry();
    expect(live.watches).toHaveLength(2);
  });
});

test('[PRO7] a resync triggers a fetch, and another epoch a fresh start', async () => {
  live.raise(ALICE, 7, false);
  live.say('resync', live.process.place);
  await isInStep();
  live.store.restore(0);
  live.process.reload();
  live.say('resync', live.process.place);
  await isInStep();
  expect(board()?.epoch).toBe('e1');
});

test('another wallet is watched in place of the earlier one, without another list', async () => {
  client.setWallet(ALICE);
  client.setWallet(BOB);
  client.setWallet(null);
  await nearly(() => expect(live.watches).toHaveLength(4));
  expect(live.watches.slice(1)).toEqual([
    ['watch', { nations: 'all', walletAddress: ALICE }],
    ['watch', { nations: 'all', walletAddress: BOB }],
    ['unwatch', { nations: [], walletAddress: BOB }],
  ]);
  expect(gets()).toBe(1);
});

test('a refused watch is retried', async () => {
  const hurry = fakePauses();
  live.refusal = 'too-many-messages';
  live.dropSockets();
  await nearly(() => expect(live.watches).toHaveLength(2));
  live.refusal = null;
  await nearly(() => {
    hurry();
    expect(live.watches).toHaveLength(3);
  });
});

test('a newer server makes the page outdated, an older one does not, and both are watched', async () => {
  live.version = PROTOCOL_VERSION - 1;
  live.dropSockets();
  await expect.poll(() => live.watches).toHaveLength(2);
  await nearly(() => expect(client.status()).toBe('live'));
  expect(pageAge.read()).toBe('current');
  live.version = PROTOCOL_VERSION + 1;
  live.dropSockets();
  await nearly(() => expect(pageAge.read()).toBe('outdated'));
  pageAge.dismiss();
});

test('[PRO3] refused as too old, it stops retrying, and asks once more when the tab becomes visible again', async () => {
  await startWithoutTime();
  live.refusal = 'page-too-old';
  // Watches again.
  client.setWallet(ALICE);
  await expect.poll(() => pageAge.read()).toBe('refused');
  await vi.advanceTimersByTimeAsync(60_000);
  await client.poll();
  expect(live.watches).toHaveLength(1);
  expect(live.sockets.size).toBe(0);
  live.refusal = null;
  client.wake();
  await expect.poll(() => live.watches).toHaveLength(2);
  await expect.poll(() => client.status()).toBe('live');
});

/** Sends a nation's total at a rev, with two players. */
function sayTotals(epoch: string, rev: string, nationId: string, gdp: number): void {
  live.sayAnything('gdp', {
    epoch,
    rev: rev.padStart(16, '0'),
    nationId,
    gdp,
    players: 2,
    presidentWallet: null,
    presidentStakedCount: 0,
    causes: [],
  });
}

test('[PRO19] totals are kept per nation, and an older one is ignored', async () => {
  sayTotals('e0', '5', 'italy', 100);
  sayTotals('e0', '4', 'italy', 50);
  sayTotals('e0', '6', 'italy', 120);
  await nearly(() => expect(client.totals().italy?.gdp).toBe(120));
  sayTotals('e0', '3', 'italy', 1);
  live.raise(ALICE, 8);
  await isInStep();
  expect(client.totals()).toEqual({
    italy: {
      epoch: 'e0',
      rev: revText('6'),
      gdp: 120,
      players: 2,
      presidentWallet: null,
      presidentStakedCount: 0,
    },
  });
});

test('[LB3] the nations’ totals count the players once all are known; another epoch starts from scratch', async () => {
  for (const nation of ['italy', 'usa', 'china']) sayTotals('e0', '5', nation, 1);
  await nearly(() => expect(client.totals().china).toBeDefined());
  expect(client.playerCount()).toBe(0);
  sayTotals('e0', '5', 'argentina', 1);
  await nearly(() => expect(client.playerCount()).toBe(8));
  sayTotals('e9', '1', 'usa', 7);
  await nearly(() => expect(Object.keys(client.totals())).toEqual(['usa']));
  expect(client.playerCount()).toBe(0);
});

/** Sends Alice's row to her own room, from the server's board as it is or at a rev. */
function sayOwnRow(gdp: number, rank: number, rev?: string): void {
  const [row] = live.process.list().rows;
  const place = { ...live.process.place, ...(rev === undefined ? {} : { rev: revText(rev) }) };
  live.sayAnything('player', { ...place, row: { ...row, gdp, rank } });
}

const ownQuery = playerNationQuery(ALICE);
const heldPlayer = () => queryClient.getQueryData(ownQuery.queryKey)?.playerNation;
/** Requests the player again, with this answer. */
async function askPlayer(gdp: number, rank: number, rev: string): Promise<void> {
  live.player = { body: player(gdp, rank), rev };
  await queryClient.fetchQuery({ ...ownQuery, staleTime: 0 });
}

test('the own row is merged into the dashboard’s cache entry, and an older answer does not replace it', async () => {
  client.setWallet(ALICE);
  await askPlayer(1, 1, '1');
  sayOwnRow(1001, 3, '5');
  await nearly(() => expect(heldPlayer()).toMatchObject({ gdp: 1001, rank: 3 }));
  expect(client.ownRow()).toMatchObject({ gdp: 1001, rank: 3 });
  // From a process that is behind the socket's, and answers something else.
  await askPlayer(500, 2, '4');
  expect(heldPlayer()).toMatchObject({ gdp: 1001, rank: 3 });
  expect(client.ownRow()).toMatchObject({ gdp: 1001, rank: 3 });
});

test('a nation chosen in another tab is fetched', async () => {
  client.setWallet(ALICE);
  const query = playerNationQuery(ALICE);
  queryClient.setQueryData(query.queryKey, null);
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  sayOwnRow(1, 1);
  await nearly(() => expect(queryClient.getQueryData(query.queryKey)).not.toBeNull());
  stop();
});

test('if the socket is gone for good, polls keep the board current and the status says so', async () => {
  await live.close();
  // Closing the sockets also closed their HTTP server: run the same game on another one.
  await http.close();
  http = await startTestServer(live.answer);
  client.stop();
  client = new LiveClient(queryClient, null);
  const hurry = fakePauses();
  client.start();
  live.raise(ALICE, 9, false);
  await client.poll();
  expect(client.status()).not.toBe('polling');
  await nearly(() => {
    hurry();
    expect(client.status()).toBe('polling');
  });
  await isInStep();
});

test('it keeps the watcher count for as long as the socket is up', async () => {
  expect(client.watching()).toBe(null);
  live.say('watching', WATCHING);
  await nearly(() => expect(client.watching()).toEqual(WATCHING));
  live.dropSockets();
  await nearly(() => expect(client.watching()).toBe(null));
});

test('[PRO19] it detects that a message left causes out', async () => {
  const gdp = (rev: string, parts: Partial<ServerMessages['gdp']>) =>
    live.say('gdp', {
      ...live.process.place,
      rev: revSchema.parse(revText(rev)),
      nationId: 'usa',
      gdp: 5,
      players: 1,
      presidentWallet: null,
      presidentStakedCount: 0,
      causes: [],
      ...parts,
    });
  const cause = { walletAddress: ALICE, kind: 'dena-staked', delta: 1 } as const;
  gdp('a1', {});
  gdp('a2', { gdp: 6, causes: [cause] });
  await nearly(() => expect(client.causes()).toHaveLength(1));
  expect(client.missedCauses()).toBe(0);
  gdp('a3', { gdp: 9, causes: [cause], causesLeftOut: 2 });
  await nearly(() => expect(client.causes()).toHaveLength(2));
  expect(client.missedCauses()).toBe(1);
  gdp('a4', { gdp: 10 });
  await nearly(() => expect(client.missedCauses()).toBe(2));
});
