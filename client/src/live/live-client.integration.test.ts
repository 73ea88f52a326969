/**
 * The live client against a real server: HTTP and Socket.IO on one port, told by the test what to say. Longer
 * than 400 lines, since every test needs that server and the client in front of it.
 */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { Server as SocketServer, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSchema, type ServerMessages } from '../../../common/protocol/live.ts';
import {
  playerNationSchema,
  type PlayerNationView,
} from '../../../common/protocol/player-nation.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { address, type Address } from '../../../common/values/address.ts';
import { revSchema } from '../../../common/values/ids.ts';
import { NATIONS } from '../../../common/values/nations.ts';
import { gameClock } from '../api/game-clock.ts';
import { pageAge } from '../api/page-age.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { createQueryClient } from '../api/query-client.ts';
import { startTestServer, type Reply, type Seen, type TestServer } from '../testing/api-server.ts';
import type { Board } from './board-merge.ts';
import { LiveClient } from './live-client.ts';
import { ModelProcess, ModelStore } from './testing/board-model.ts';
import { leaderboardQuery } from './use-leaderboard.ts';

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

/** One server process on real sockets; it watches whoever asks. */
class LiveServer {
  readonly store = new ModelStore();
  readonly process = new ModelProcess(this.store);
  readonly watches: unknown[] = [];
  readonly sockets = new Set<Socket>();
  /** Of the protocol, as this server speaks it. */
  version = PROTOCOL_VERSION;
  /** The code that a watch is refused with; null: it is not. */
  refusal: string | null = null;
  /** What is answered about Alice, and the rev that the answer names: null, as older servers do, for none. */
  player: { readonly body: PlayerNationView; readonly rev: string | null } = {
    body: player(1, 1),
    rev: null,
  };
  /** Whether a player is answered with 503. */
  isFailing = false;
  #io: SocketServer | null = null;

  listen(server: TestServer['server']): void {
    this.#io = new SocketServer(server, { path: '/socket.io', transports: ['websocket'] });
    this.#io.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('disconnect', () => this.sockets.delete(socket));
      for (const name of ['watch', 'unwatch'] as const) {
        socket.on(name, (watch: unknown, ack?: (answer: unknown) => void) => {
          this.watches.push([name, watchSchema.parse(watch)]);
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

  /** Commits, follows and tells, as one tick does; without `isTold`, as if the message were lost. */
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

const board = () => queryClient.getQueryData<Board>(['/api/leaderboard']);
const gets = (path = '/api/leaderboard') => http.seen.filter((seen) => seen.path === path).length;
const nearly = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

/** The rows and the count are the server's; the rev may be that of the nation that is quiet longest. */
const isInStep = () =>
  nearly(() => {
    const { epoch, rows, totalCount } = live.process.list();
    expect(board()).toMatchObject({ epoch, rows, totalCount });
  });

/**
 * From here on the page's own pauses pass when the test says so, half a second at a time. What the
 * socket's library waits for, and the network, go on in real time.
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
  stopObserving = new QueryObserver(queryClient, leaderboardQuery(client)).subscribe(
    () => undefined,
  );
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

test('it watches all nations, hears the game’s clock, and one list is enough to begin with', () => {
  expect(live.watches).toEqual([['watch', { nations: 'all' }]]);
  expect(gets()).toBe(1);
  expect(new Date(gameClock.now()).toISOString().slice(0, 10)).toBe('2031-05-01');
});

test('a push is in the cache without any fetch', async () => {
  live.raise(CAROL, 9);
  await isInStep();
  expect(gets()).toBe(1);
});

test('a lost message is made good by a fetch as soon as the next one shows the gap', async () => {
  live.raise(ALICE, 3, false);
  live.raise(ALICE, 4);
  await isInStep();
  expect(gets()).toBe(2);
});

test('a poll while nothing happened costs a 304 and leaves the very same board', async () => {
  const before = board();
  await queryClient.refetchQueries({ queryKey: ['/api/leaderboard'] });
  expect(gets()).toBe(2);
  expect(http.seen.at(-1)?.headers['if-none-match']).toBeDefined();
  expect(board()).toBe(before);
});

test('what cannot be read is dropped, counted, and made good by a fetch', async () => {
  live.raise(ALICE, 5, false);
  live.sayAnything('leaderboard', { epoch: 'e0', changed: 'all of it' });
  await isInStep();
  expect(client.malformedCount).toBe(1);
});

test('after a loss it watches again, and catches up on what it missed', async () => {
  live.dropSockets();
  await nearly(() => expect(live.sockets.size).toBe(0));
  live.raise(ALICE, 6);
  expect(client.status()).toBe('live');
  await isInStep();
  expect(live.watches).toHaveLength(2);
});

test('what failed while the server was away is asked for once it is back', async () => {
  live.isFailing = true;
  const query = playerNationQuery(ALICE);
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  await nearly(() => expect(queryClient.getQueryState(query.queryKey)?.status).toBe('error'));
  live.isFailing = false;
  live.dropSockets();
  await nearly(() => expect(queryClient.getQueryData(query.queryKey)).toEqual(player(1, 1)));
  stop();
});

// The one test that races the library's own clock: a busy machine may lose it once.
test(
  'woken up, it connects at once, and makes sure of a connection that it has',
  { retry: 2 },
  async () => {
    client.wake();
    await nearly(() => expect(live.watches[1]).toEqual(['unwatch', { nations: [] }]));
    live.dropSockets();
    await nearly(() => expect(live.sockets.size).toBe(0));
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    client.wake();
    // By itself the library would let half a second pass at least.
    await expect.poll(() => live.watches, { timeout: 300, interval: 5 }).toHaveLength(3);
  },
);

test('sent away by the server, it comes back', async () => {
  const hurry = fakePauses();
  for (const socket of live.sockets) socket.disconnect(true);
  await nearly(() => {
    if (live.sockets.size === 0) hurry();
    expect(live.watches).toHaveLength(2);
  });
});

test('a resync is answered by a fetch, and another epoch by starting over', async () => {
  live.raise(ALICE, 7, false);
  live.say('resync', live.process.place);
  await isInStep();
  live.store.restore(0);
  live.process.reload();
  live.say('resync', live.process.place);
  await isInStep();
  expect(board()?.epoch).toBe('e1');
});

test('another wallet is watched in the place of the earlier one, without another list', async () => {
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

test('a watch that is refused is tried again', async () => {
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

test('it says its version when it connects', () => {
  const [socket] = live.sockets;
  expect(socket?.handshake.auth).toEqual({ version: PROTOCOL_VERSION });
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

test('refused as too old it leaves off, and asks once more when it is looked at again', async () => {
  live.refusal = 'page-too-old';
  live.dropSockets();
  await expect.poll(() => live.watches).toHaveLength(2);
  await nearly(() => expect(pageAge.read()).toBe('refused'));
  // The tries that the library or the page make by themselves come within three seconds.
  await new Promise((resolve) => {
    setTimeout(resolve, 3500);
  });
  expect(live.watches).toHaveLength(2);
  expect(live.sockets.size).toBe(0);
  live.refusal = null;
  client.wake();
  await expect.poll(() => live.watches).toHaveLength(3);
  await nearly(() => expect(client.status()).toBe('live'));
});

/** A nation's total at a rev, of two players. */
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

test('totals are kept per nation, and an older one is not taken for news', async () => {
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

test('[LB3] the nations’ totals count the players once all are known; another epoch starts over', async () => {
  for (const nation of ['italy', 'usa', 'china']) sayTotals('e0', '5', nation, 1);
  await nearly(() => expect(client.totals().china).toBeDefined());
  expect(client.playerCount()).toBe(0);
  sayTotals('e0', '5', 'argentina', 1);
  await nearly(() => expect(client.playerCount()).toBe(8));
  sayTotals('e9', '1', 'usa', 7);
  await nearly(() => expect(Object.keys(client.totals())).toEqual(['usa']));
  expect(client.playerCount()).toBe(0);
});

/** What the server says to Alice's own room, of its board as it is or at a rev. */
function sayOwnRow(gdp: number, rank: number, rev?: string): void {
  const [row] = live.process.list().rows;
  const place = { ...live.process.place, ...(rev === undefined ? {} : { rev: revText(rev) }) };
  live.sayAnything('player', { ...place, row: { ...row, gdp, rank } });
}

const ownQuery = playerNationQuery(ALICE);
const heldPlayer = () => queryClient.getQueryData(ownQuery.queryKey)?.playerNation;
/** Asks for the player again, and is told this. */
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
  // By a process that is behind the socket's, and has heard of something else.
  await askPlayer(500, 2, '4');
  expect(heldPlayer()).toMatchObject({ gdp: 1001, rank: 3 });
  expect(client.ownRow()).toMatchObject({ gdp: 1001, rank: 3 });
});

test('an answer that is newer than the pushed row replaces it, and an older push does not', async () => {
  client.setWallet(ALICE);
  sayOwnRow(1001, 3, '5');
  await nearly(() => expect(client.ownRow()).toMatchObject({ gdp: 1001 }));
  await askPlayer(2002, 2, '9');
  expect(heldPlayer()).toMatchObject({ gdp: 2002, rank: 2 });
  expect(client.ownRow()).toMatchObject({ gdp: 2002, rank: 2 });
  // The socket's process is behind the one that answered.
  sayOwnRow(1500, 4, '7');
  sayTotals('e0', '7', 'italy', 1);
  await nearly(() => expect(client.totals().italy).toBeDefined());
  expect(heldPlayer()).toMatchObject({ gdp: 2002, rank: 2 });
  expect(client.ownRow()).toMatchObject({ gdp: 2002, rank: 2 });
  sayOwnRow(2002, 1, 'a');
  await nearly(() => expect(client.ownRow()).toMatchObject({ gdp: 2002, rank: 1 }));
  expect(heldPlayer()).toMatchObject({ gdp: 2002, rank: 1 });
});

test('a polled list that is newer than the pushed row replaces it', async () => {
  client.setWallet(ALICE);
  sayOwnRow(1001, 3, '1');
  await nearly(() => expect(client.ownRow()).toMatchObject({ gdp: 1001 }));
  live.raise(ALICE, 3000, false);
  await queryClient.refetchQueries({ queryKey: ['/api/leaderboard'] });
  await nearly(() => expect(client.ownRow()).toMatchObject({ gdp: 3000, rank: 1 }));
  sayOwnRow(1001, 3, '1');
  sayTotals('e0', '1', 'italy', 1);
  await nearly(() => expect(client.totals().italy).toBeDefined());
  expect(client.ownRow()).toMatchObject({ gdp: 3000, rank: 1 });
});

test('an answer of an older server, which names no rev, is taken as it comes', async () => {
  client.setWallet(ALICE);
  await askPlayer(1, 1, '9');
  const { resources, ...rest } = player(1, 1);
  live.player = { body: { ...rest, resources: { ...resources, wood: 70 } }, rev: null };
  await queryClient.fetchQuery({ ...ownQuery, staleTime: 0 });
  expect(queryClient.getQueryData(ownQuery.queryKey)?.resources.wood).toBe(70);
});

test('another epoch replaces the player, whatever its rev', async () => {
  client.setWallet(ALICE);
  const stop = new QueryObserver(queryClient, ownQuery).subscribe(() => undefined);
  await askPlayer(4000, 1, 'ff');
  live.store.restore(0);
  live.process.reload();
  live.player = { body: player(5, 6), rev: '0' };
  live.say('resync', live.process.place);
  await isInStep();
  await nearly(() => expect(heldPlayer()).toMatchObject({ gdp: 5, rank: 6 }));
  stop();
});

test('a nation chosen in another tab is asked for', async () => {
  client.setWallet(ALICE);
  const query = playerNationQuery(ALICE);
  queryClient.setQueryData(query.queryKey, null);
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  sayOwnRow(1, 1);
  await nearly(() => expect(queryClient.getQueryData(query.queryKey)).not.toBeNull());
  stop();
});

test('another wallet’s row is not one’s own', async () => {
  client.setWallet(BOB);
  sayOwnRow(5, 5);
  live.raise(ALICE, 8);
  await isInStep();
  expect(client.ownRow()).toBeNull();
});

test('with the socket gone for good, polls keep the board and say so', async () => {
  await live.close();
  // Closing the sockets closed their HTTP server with them: the same game on another one.
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

test('it holds how many watch for as long as the socket is up', async () => {
  const figures = { total: 3, nations: { usa: 3, italy: 1, argentina: 1, china: 1 } };
  expect(client.watching()).toBe(null);
  live.say('watching', figures);
  await nearly(() => expect(client.watching()).toEqual(figures));
  live.dropSockets();
  await nearly(() => expect(client.watching()).toBe(null));
});

test('it knows when a message left causes out', async () => {
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
