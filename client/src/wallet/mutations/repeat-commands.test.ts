/** A command whose answer is lost, on a real server that acts once for each key. */
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tradeAnswerSchema } from '../../../../common/protocol/trade.ts';
import { address } from '../../../../common/values/address.ts';
import { configQuery } from '../../api/config.ts';
import { serverClock } from '../../api/server-clock.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { createQueryClient } from '../../api/query-client.ts';
import {
  startTestServer,
  type Reply,
  type Seen,
  type TestServer,
} from '../../../../tools/test/api-server.ts';
import { testConfig } from '../../testing/config.ts';
import { testPlayer } from '../../testing/player.ts';
import { testStorage, TestWallet } from '../../testing/wallet.ts';
import { connectedParts, hookResult } from '../../testing/with-wallet.tsx';
import type { Outcome } from '../sent-commands.ts';
import { AnswerLost } from '../wallet-errors.ts';
import type { WalletParts } from '../wallet-parts.ts';
import { repeatCommands } from './repeat-commands.ts';
import { trade } from './commands.ts';
import { useWalletMutation } from './use-wallet-mutation.ts';

const ALICE = address('0x00000000000000000000000000000000000000aa');
const BOB = address('0x00000000000000000000000000000000000000bb');
const ORDER = { resourceType: 'wood', quantity: 50, cost: '500' } as const;
const HOUR_MS = 60 * 60 * 1000;
const CONFIG: Reply = { status: 200, body: testConfig() };

/** The keys of the trades that were made. */
let traded: Set<unknown>;
/** What happens to the next requests, in turn; then the server answers. */
let faults: ((seen: Seen) => Reply)[];
let server: TestServer;
let storage: Storage;
let wallet: TestWallet;
let queryClient: QueryClient;
let parts: WalletParts;
let settled: Outcome[];
let stop: () => void;
/** How far this device's clock is ahead of the server's. */
let aheadMs: number;

const act = ({ headers }: Seen): Reply => {
  traded.add(headers['idempotency-key']);
  const trade = { resourceType: 'wood', quantity: 50, cost: '500' };
  return { status: 200, body: tradeAnswerSchema.parse({ ...testPlayer(ALICE, 50), trade }) };
};
/** The connection is cut: before the server got the command, or after it acted. */
const cut = (): Reply => {
  server.server.closeAllConnections();
  return { status: 200 };
};
const actAndCut = (seen: Seen): Reply => {
  act(seen);
  return cut();
};
const refuse =
  (status: number, code: string | null, headers = {}) =>
  (): Reply => ({
    status,
    headers: { ...(code === null ? {} : { 'X-Refusal-Code': code }), ...headers },
    body: 'No.',
  });

/** A page of the browser, after a reload if there was one before. */
async function open(): Promise<void> {
  queryClient = createQueryClient();
  queryClient.setQueryData(configQuery().queryKey, testConfig());
  parts = await connectedParts(queryClient, wallet, storage);
  parts.sent.onSettled((_command, outcome) => settled.push(outcome));
}

function close(): void {
  stop();
  queryClient.clear();
}

beforeEach(async () => {
  traded = new Set();
  faults = [];
  settled = [];
  stop = () => undefined;
  aheadMs = 0;
  server = await startTestServer((seen) => {
    const { headers, ...reply } =
      seen.path === '/api/config' ? CONFIG : (faults.shift() ?? act)(seen);
    const Date = new globalThis.Date(globalThis.Date.now() - aheadMs).toUTCString();
    return { ...reply, headers: { ...headers, Date } };
  });
  storage = testStorage();
  wallet = new TestWallet({
    eth_accounts: () => [],
    eth_requestAccounts: () => [ALICE],
    eth_chainId: () => '0x1',
  });
  await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  serverClock.heard(new Date().toUTCString());
});

afterEach(async () => {
  close();
  vi.useRealTimers();
  await server.close();
});

/** [TXT5] */
const DONE = { isDone: true, reason: 'You purchased 50 Wood for 500 DENA' };

const send = () =>
  hookResult(queryClient, parts, () => useWalletMutation(trade)).mutateAsync(ORDER);
const stored = () => parts.sent.of(ALICE, '/api/trade');
const repeat = () => {
  stop = repeatCommands({ queryClient, parts }, ALICE);
};
const requests = () => server.seen.filter(({ method }) => method === 'POST').length;

/** Lets the pause pass, then waits for the request and for what the page makes of its answer. */
async function nextRequest(pauseMs: number): Promise<void> {
  const before = { seen: requests(), stored: stored() };
  await vi.advanceTimersByTimeAsync(pauseMs);
  const isAnswered = () => requests() > before.seen && stored() !== before.stored;
  await expect.poll(isAnswered, { interval: 5 }).toBe(true);
}

test('is sent again under the same key until its answer comes: one trade, and the truth', async () => {
  faults = [actAndCut, refuse(502, null), cut];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  expect(stored()).toMatchObject({ state: 'lost' });
  repeat();
  for (const pauseMs of [1000, 2000, 4000]) await nextRequest(pauseMs);
  expect(requests()).toBe(4);
  expect(traded.size).toBe(1);
  const bodies = server.seen.map(({ body }) => body && JSON.stringify(body)).filter(Boolean);
  expect(new Set(bodies).size).toBe(1);
  expect(settled).toEqual([DONE]);
  expect(stored()).toBeNull();
  expect(queryClient.getQueryData(playerNationQuery(ALICE).queryKey)).toEqual(
    testPlayer(ALICE, 50),
  );
});

test('a reload before the answer, and after it was lost, sends the same command again', async () => {
  faults = [actAndCut];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  close();
  await open();
  expect(stored()).toMatchObject({ state: 'lost' });
  repeat();
  await nextRequest(1000);
  expect(traded.size).toBe(1);
  expect(settled).toHaveLength(1);
});

test.each([
  ['price-changed', 409],
  ['paused', 503],
])(
  'a refusal by %s is the truth once no copy whose answer was lost can be under way',
  async (code, status) => {
    faults = [cut, cut, refuse(status, code), refuse(status, code)];
    await expect(send()).rejects.toBeInstanceOf(AnswerLost);
    repeat();
    await nextRequest(1000);
    await nextRequest(2000);
    expect(stored()).toMatchObject({ state: 'lost' });
    await nextRequest(10_000);
    expect(settled).toEqual([{ isDone: false, reason: 'No.' }]);
    expect(traded.size).toBe(0);
  },
);

test('a command that another process carries out after one has refused its repetition is done', async () => {
  faults = [cut, refuse(503, 'paused'), act];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  repeat();
  await nextRequest(1000);
  await nextRequest(10_000);
  expect(settled).toEqual([DONE]);
});

test.each([
  ['a lost session', refuse(401, 'not-signed-in'), 'signed-out'],
  ['another wallet’s session', refuse(403, 'wrong-wallet'), 'signed-out'],
  ['a limit', refuse(429, 'too-many-requests'), 'lost'],
  ['a proxy', refuse(404, null), 'lost'],
  ['a server that doesn’t know the call', refuse(400, 'bad-request'), 'lost'],
  ['a proxy that cut it', refuse(400, 'malformed-json'), 'lost'],
  ['a server that can’t read it', refuse(400, 'malformed-request'), 'lost'],
  ['a busy server', refuse(503, 'busy'), 'lost'],
])('a refusal by %s says nothing of the first time', async (_, fault, state) => {
  faults = [actAndCut, fault];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  repeat();
  await nextRequest(1000);
  expect(stored()).toMatchObject({ state });
  await nextRequest(2000);
  expect(settled).toEqual([DONE]);
  expect(traded.size).toBe(1);
});

test('is not sent again before the server asks for it, by a minute at most', async () => {
  faults = [actAndCut, refuse(503, 'store-unavailable', { 'Retry-After': '3600' })];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  repeat();
  await nextRequest(1000);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(requests()).toBe(2);
  await nextRequest(1000);
  expect(settled).toHaveLength(1);
});

test('a key that was used for another request proves that it was done, and the cache is read again', async () => {
  faults = [actAndCut, refuse(409, 'key-reused')];
  const { queryKey } = playerNationQuery(ALICE);
  queryClient.setQueryData(queryKey, testPlayer(ALICE, 0));
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  repeat();
  await nextRequest(1000);
  expect(settled).toEqual([{ isDone: true, reason: '' }]);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('expires if the server can’t read it for ten minutes', async () => {
  faults = [actAndCut, ...Array.from({ length: 3 }, () => refuse(400, 'bad-request'))];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  repeat();
  await nextRequest(1000);
  vi.setSystemTime(Date.now() + 9 * 60_000);
  await nextRequest(2000);
  expect(stored()).toMatchObject({ state: 'lost' });
  vi.setSystemTime(Date.now() + 60_000);
  await nextRequest(4000);
  expect(stored()).toMatchObject({ state: 'expired' });
  expect(settled).toEqual([]);
});

test('without locks, what another tab has just sent is left to it until its answer is overdue', async () => {
  vi.stubGlobal('navigator', undefined);
  faults = [refuse(500, 'internal-error')];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  const command = stored();
  if (command) parts.sent.keep({ ...command, sentAt: Date.now(), state: 'sent' });
  repeat();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(requests()).toBe(1);
  await nextRequest(1000);
  expect(settled).toHaveLength(1);
});

test('an outcome that comes after the account has changed is told when its wallet is back', async () => {
  const notified: Outcome[] = [];
  const notify = (_: unknown, outcome: Outcome) => notified.push(outcome);
  const change = (seen: Seen): Reply => {
    wallet.emit('accountsChanged', [BOB]);
    return act(seen);
  };
  faults = [actAndCut, change];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  const leave = parts.sent.notifySettled(ALICE, notify);
  parts.store.subscribe(leave);
  repeat();
  await nextRequest(1000);
  expect(notified).toEqual([]);
  parts.sent.notifySettled(ALICE, notify);
  expect(notified).toEqual([DONE]);
});

test.each([
  ['', 0],
  [', though this device’s clock is set back by a day', -24],
])('is not sent again once the server may have forgotten its key%s', async (_, hours) => {
  faults = [actAndCut];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  close();
  await vi.advanceTimersByTimeAsync(23 * HOUR_MS);
  aheadMs = hours * HOUR_MS;
  vi.setSystemTime(Date.now() + aheadMs);
  await open();
  repeat();
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(stored).toMatchObject({ state: 'expired' });
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(requests()).toBe(1);
  expect(settled).toEqual([]);
});

test.each([
  ['forward', 24],
  ['back', -24],
])('is sent again though this device’s clock is set %s by a day', async (_, hours) => {
  faults = [actAndCut, cut];
  await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  repeat();
  await nextRequest(1000);
  aheadMs = hours * HOUR_MS;
  vi.setSystemTime(Date.now() + aheadMs);
  await nextRequest(2000);
  expect(settled).toEqual([DONE]);
});

test('a first answer that refuses is final: only a 5xx that does not say so leaves it open', async () => {
  for (const fault of [refuse(400, null), refuse(429, null), refuse(503, 'chain-unavailable')]) {
    faults = [fault];
    await expect(send()).rejects.toMatchObject({ name: 'ApiError' });
    expect(stored()).toBeNull();
  }
  for (const fault of [refuse(500, 'internal-error'), refuse(503, 'store-unavailable')]) {
    faults = [fault];
    await expect(send()).rejects.toBeInstanceOf(AnswerLost);
  }
});
