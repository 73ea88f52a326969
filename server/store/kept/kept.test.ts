/** What the tests of this folder's users do not show. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS, walletOf } from '../../../common/testing/fixtures.ts';
import type { Store } from '../store.ts';
import { sessionOf } from '../testing/fixtures.ts';
import { openMemoryStore } from '../testing/memory-store.ts';
import { holdLease, releaseLease } from './leases.ts';
import { issueNonce, spendNonce } from './nonces.ts';
import { publishNotice } from './notices.ts';
import { readAllPast, readPast, writePast, type PastRow } from './past.ts';
import { countRefusals, refusalsOf } from './refusals.ts';
import { beginSession, readSession, useSession } from './sessions.ts';

let store: Store;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  store = openMemoryStore();
});
afterEach(async () => {
  await store.close();
  vi.useRealTimers();
});

test('a nonce can’t be spent after its time', async () => {
  await issueNonce(store, 'nonce', HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS);
  expect(await spendNonce(store, 'nonce')).toBe(false);
});

test('a lease is released only by its holder', async () => {
  await holdLease(store, 'chain', 'a', HOUR_MS);
  await releaseLease(store, 'chain', 'b');
  expect(await holdLease(store, 'chain', 'b', HOUR_MS)).toBe(false);
  await releaseLease(store, 'chain', 'a');
  expect(await holdLease(store, 'chain', 'b', HOUR_MS)).toBe(true);
});

test('notices are sent to all on the same topic, until they are withdrawn', async () => {
  const publish = (holder: string, { topic = 'watching', ttlMs = HOUR_MS } = {}) =>
    publishNotice(store, topic, { holder, text: `of ${holder}`, ttlMs });
  await publish('a');
  for (const topic of ['watch', 'watching;'])
    expect(await publish('b', { topic })).toEqual(['of b']);
  expect(await publish('b')).toEqual(['of a', 'of b']);
  expect(await publish('a', { ttlMs: 0 })).toEqual(['of b']);
});

test('a use of a session that another process reports late changes nothing', async () => {
  const session = sessionOf(walletOf(1));
  const { id, wallet, signedInAt } = session;
  await beginSession(store, session, 50);
  for (const at of [2, 1]) await useSession(store, wallet, { id, at: signedInAt + at });
  expect(await readSession(store, wallet, id)).toEqual({ ...session, lastUsedAt: signedInAt + 2 });
});

test('refusals are added up for each wallet, day and code', async () => {
  const [wallet, other] = [walletOf(1), walletOf(2)];
  for (const count of [2, 3]) {
    await countRefusals(store, [{ wallet, what: '2026-11-26 paused', count }], HOUR_MS);
  }
  await countRefusals(store, [{ wallet: other, what: 'today', count: 1 }], HOUR_MS);
  expect(await refusalsOf(store.rows('refusal'), wallet)).toEqual([
    { wallet, what: '2026-11-26 paused', count: 5 },
  ]);
});

test('the past is read from either end, and its oldest rows are forgotten', async () => {
  const rowAt = (kind: 'minute' | 'state', at: number): PastRow => ({
    kind,
    at,
    upTo: null,
    document: 'one',
  });
  // More than are read in one request, and of as many digits as moments may have.
  const moments = [...Array.from({ length: 2500 }, (_, n) => n * 7), 1_764_460_800_000];
  const rows = moments.map((at) => rowAt('minute', at));
  const head = rowAt('state', 0);
  await writePast(store, { expected: null, rows: [...rows, head], forget: null });
  const query = { kind: 'minute', limit: 2, order: 'newest-first' } as const;
  expect(await readPast(store, query)).toEqual(rows.slice(-2).toReversed());
  expect(await readPast(store, { ...query, to: 20 })).toEqual([rows[2], rows[1]]);
  expect(await readAllPast(store, { kind: 'minute' })).toEqual(rows);
  const forget = { kind: 'minute', before: 7 } as const;
  await writePast(store, { expected: 'one', rows: [head], forget });
  expect(await readAllPast(store, { kind: 'minute' })).toEqual(rows.slice(1));
});
