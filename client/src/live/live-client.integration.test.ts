/** The live client against a real server: HTTP and Socket.IO on one port, scripted by the test. */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Board } from '../../../client-kit/live/board-merge.ts';
import { LiveServer } from '../../../client-kit/live/testing/live-server.ts';
import type { SentMessages } from '../../../common/protocol/live.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { address } from '../../../common/values/address.ts';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { byNation } from '../../../common/values/nations.ts';
import { gameClock } from '../api/game-clock.ts';
import { createQueryClient, LEADERBOARD_KEY } from '../api/query-client.ts';
import { pageAge } from '../api/server-version.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { startTestServer, type TestServer } from '../../../tools/test/api-server.ts';
import { tickEvent } from '../testing/event.ts';
import { testPlayer } from '../testing/player.ts';
import { testStorage } from '../testing/wallet.ts';
import { LiveClient } from './live-client.ts';

/** The model's first three players: of the USA, Italy and Argentina. */
const ALICE = address(`0x${'0'.repeat(39)}1`);
const BOB = address(`0x${'0'.repeat(39)}2`);
const CAROL = address(`0x${'0'.repeat(39)}3`);

let live: LiveServer;
/** Whether requests for a player are answered with 503. */
let isFailing: boolean;
let http: TestServer;
let queryClient: QueryClient;
let client: LiveClient;
let stopObserving: () => void;

const board = () => queryClient.getQueryData<Board>(LEADERBOARD_KEY);
const gets = () => http.seen.filter(({ path }) => path === '/api/leaderboard').length;
/**
 * Time passes only here: slowly while the socket is up, so that no answer is late, and quickly
 * while it is down.
 */
const nearly = (check: () => void) =>
  vi.waitFor(
    () => {
      if (live.sockets.size === 0) vi.advanceTimersByTime(100);
      check();
    },
    { timeout: 60_000, interval: 10 },
  );

/** The board is the server's. */
const isInStep = () =>
  nearly(() => {
    expect(board()).toEqual(live.process.list());
  });

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  // The socket library's pauses, too.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isFailing = false;
  live = new LiveServer((path) => {
    if (!path.startsWith('/api/player-nation')) return { status: 404, body: 'no such call' };
    if (isFailing) return { status: 503, body: 'Try again.' };
    return { status: 200, body: testPlayer(ALICE, 1) };
  });
  live.raise(ALICE, 1, false);
  http = await startTestServer(live.answer);
  live.listen(http.server);
  vi.stubGlobal('localStorage', testStorage());
  queryClient = createQueryClient();
  client = new LiveClient(queryClient);
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
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[PRO1] it says its version, watches all nations, receives the game’s clock, and needs one list', () => {
  const [socket] = live.sockets;
  expect(socket?.handshake.auth).toEqual({
    version: PROTOCOL_VERSION,
    browser: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(live.watches).toEqual([['watch', { nations: 'all' }]]);
  expect(gets()).toBe(1);
  expect(new Date(gameClock.now()).toISOString().slice(0, 10)).toBe('2031-05-01');
});

test('[PRO16] a push needs no fetch; a lost one is recovered by a fetch as soon as the next reveals the gap', async () => {
  live.raise(CAROL, 9);
  await isInStep();
  expect(gets()).toBe(1);
  live.raise(ALICE, 3, false);
  live.raise(ALICE, 4);
  await isInStep();
  expect(gets()).toBe(2);
});

test('an unreadable message is dropped, and recovered by a fetch', async () => {
  live.raise(ALICE, 5, false);
  live.sayAnything('tick', { room: 'all', changed: 'all of it' });
  await isInStep();
  expect(console.warn).toHaveBeenCalledOnce();
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
  isFailing = true;
  const query = playerNationQuery(ALICE);
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  await nearly(() => expect(queryClient.getQueryState(query.queryKey)?.status).toBe('error'));
  isFailing = false;
  live.dropSockets();
  await nearly(() =>
    expect(queryClient.getQueryData(query.queryKey)).toEqual(testPlayer(ALICE, 1)),
  );
  stop();
});

test('on wake it connects immediately, and probes a connection that it already has', async () => {
  const watching = { total: 3, nations: { ...byNation(() => 1), usa: 3 } };
  live.watches.length = 0;
  client.wake();
  await expect.poll(() => live.watches).toEqual([['unwatch', { nations: [] }]]);
  live.say('watching', watching);
  await expect.poll(() => client.watching()).toEqual(watching);
  live.dropSockets();
  await expect.poll(() => client.watching()).toBe(null);
  client.wake();
  await expect.poll(() => live.watches).toHaveLength(2);
});

test('[PRO21] disconnected by the server, it reconnects', async () => {
  for (const socket of live.sockets) socket.disconnect(true);
  await nearly(() => expect(live.watches).toHaveLength(2));
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
  live.refusal = 'too-many-messages';
  live.dropSockets();
  await nearly(() => expect(live.watches).toHaveLength(2));
  live.refusal = null;
  await nearly(() => {
    vi.advanceTimersByTime(100);
    expect(live.watches).toHaveLength(3);
  });
});

test('a newer server makes the page outdated, and is watched', async () => {
  live.version = PROTOCOL_VERSION + 1;
  live.dropSockets();
  await nearly(() => expect(pageAge.get()).toBe('outdated'));
  expect(client.status()).toBe('live');
  pageAge.dismiss();
});

test('[PRO3] refused as too old, it stops retrying, and asks once more when the tab becomes visible again', async () => {
  live.refusal = 'page-too-old';
  live.watches.length = 0;
  // Watches again.
  client.setWallet(ALICE);
  await expect.poll(() => pageAge.get()).toBe('refused');
  await vi.advanceTimersByTimeAsync(60_000);
  await client.poll();
  expect(live.watches).toHaveLength(1);
  expect(live.sockets.size).toBe(0);
  live.refusal = null;
  client.wake();
  await expect.poll(() => live.watches).toHaveLength(2);
  await expect.poll(() => client.status()).toBe('live');
});

test('[PRO19, LB3] totals are cached per nation, an older one is ignored, and another epoch starts from scratch', async () => {
  const nations = () => live.process.snapshot().nations;
  await nearly(() => expect(client.playerCount()).toBe(1));
  live.raise(BOB, 5);
  await nearly(() => expect(client.totals().italy).toMatchObject({ gdp: 5, players: 1 }));
  expect(client.playerCount()).toBe(2);
  const late = live.process.snapshot();
  live.raise(BOB, 7);
  await nearly(() => expect(client.totals().italy?.gdp).toBe(7));
  live.say('tick', late);
  live.raise(ALICE, 8);
  await nearly(() => expect(client.totals().usa?.gdp).toBe(8));
  expect(client.totals().italy?.gdp).toBe(7);
  live.store.restore(1);
  live.process.reload();
  live.say('resync', live.process.place);
  live.say('tick', live.process.snapshot());
  await nearly(() => expect(client.playerCount()).toBe(1));
  expect(client.totals().italy?.gdp).toBe(nations()[1]?.gdp);
});

test('events come with the ticks, and those that do not are known to be missing', async () => {
  const { rev } = live.process.place;
  const at = (n: number) => revSchema.parse(`${rev.slice(0, -2)}f${n}`);
  const push = (n: number, parts: Partial<SentMessages['tick']> = {}) => {
    const event = tickEvent(n, 'dena-staked', 10);
    live.sayAnything('tick', {
      room: 'all',
      since: at(n - 1),
      rev: at(n),
      nations: [],
      events: [event],
      ...parts,
    });
  };
  push(1, { since: rev });
  await nearly(() => expect(client.events()).toHaveLength(1));
  expect(client.missedEvents()).toBe(0);
  push(2, { eventsLeftOut: 4 });
  await nearly(() => expect(client.missedEvents()).toBe(1));
  push(4);
  await nearly(() => expect(client.missedEvents()).toBe(2));
  expect(client.events()).toHaveLength(3);
  live.say('resync', { epoch: epochSchema.parse('another'), rev });
  await nearly(() => expect(client.events()).toHaveLength(0));
});

test('[DIG1] rows that the digest refutes are put right, and the server is told once', async () => {
  live.store.commit({ wallet: CAROL, gdp: 9, denaHoldings: 1, presidentCount: null });
  live.process.follow(1);
  const tick = live.process.tick();
  if (!tick) throw new Error('something happened');
  // A screen that loses a row.
  live.say('tick', { ...tick, nations: tick.nations.map((one) => ({ ...one, changed: [] })) });
  await isInStep();
  expect(gets()).toBe(2);
  live.raise(CAROL, 10);
  live.raise(CAROL, 11);
  await isInStep();
  await expect.poll(() => live.corrected).toBe(1);
  expect(gets()).toBe(2);
});

test('a nation chosen in another tab is fetched', async () => {
  client.setWallet(ALICE);
  const query = playerNationQuery(ALICE);
  queryClient.setQueryData(query.queryKey, null);
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  const [row] = live.process.list().rows;
  live.sayAnything('player', { ...live.process.place, row });
  await nearly(() => expect(queryClient.getQueryData(query.queryKey)).not.toBeNull());
  expect(client.ownRow()).toEqual(row);
  stop();
});

test('if the socket is gone for good, polls keep the board current and the status says so', async () => {
  await live.close();
  // Closing the sockets also closed their HTTP server: run the same game on another one.
  await http.close();
  http = await startTestServer(live.answer);
  client.stop();
  client = new LiveClient(queryClient);
  client.start();
  live.raise(ALICE, 9, false);
  await client.poll();
  expect(client.status()).not.toBe('polling');
  await nearly(() => expect(client.status()).toBe('polling'));
  await isInStep();
});
