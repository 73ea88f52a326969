/** What processes share in a store beside the game, but for sessions (sessions.test.ts). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../../common/values/ids.ts';
import type { Store } from '../store.ts';
import { openMemoryStore } from '../testing/memory-store.ts';
import { holdLease, releaseLease } from './leases.ts';
import { issueNonce, returnQuestion, spendNonce, takeQuestion } from './nonces.ts';
import { exchange } from './notices.ts';
import { pastRow, readAllPast, readPast, writePast, type PastRow } from './past.ts';
import { countRefusals, refusalsOf } from './refusals.ts';
import { putSetting, setting } from './settings.ts';

const LONG_MS = 60_000;

let store: Store;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  store = openMemoryStore();
});
afterEach(async () => {
  await store.close();
  vi.useRealTimers();
});

describe('a nonce', () => {
  test('is spent once, and not after its time', async () => {
    expect(await spendNonce(store, 'never issued')).toBe(false);
    for (const nonce of ['one', 'other']) await issueNonce(store, nonce, LONG_MS);
    const spent = await Promise.all([1, 2, 3].map(() => spendNonce(store, 'one')));
    expect(spent.filter(Boolean)).toHaveLength(1);
    vi.advanceTimersByTime(LONG_MS);
    expect(await spendNonce(store, 'other')).toBe(false);
  });

  test('allows so many questions, until it is spent', async () => {
    const take = () => takeQuestion(store, 'nonce', 2);
    expect(await take()).toBe(false);
    await issueNonce(store, 'nonce', LONG_MS);
    expect([await take(), await take(), await take()]).toEqual([true, true, false]);
    await returnQuestion(store, 'nonce');
    expect([await take(), await take()]).toEqual([true, false]);
    expect(await spendNonce(store, 'nonce')).toBe(true);
    await returnQuestion(store, 'nonce');
    expect(await take()).toBe(false);
  });
});

describe('a lease', () => {
  test('belongs to one holder, who may renew it, until it is released', async () => {
    const holders = Array.from({ length: 30 }, (_, n) => `${n}`);
    const held = await Promise.all(
      holders.map((holder) => holdLease(store, 'chain', holder, LONG_MS)),
    );
    expect(held.filter(Boolean)).toHaveLength(1);
    const winner = holders[held.indexOf(true)] ?? '';
    expect(await holdLease(store, 'chain', 'b', LONG_MS)).toBe(false);
    expect(await holdLease(store, 'chain', winner, LONG_MS)).toBe(true);
    expect(await holdLease(store, 'another', 'b', LONG_MS)).toBe(true);
    await releaseLease(store, 'chain', 'b');
    expect(await holdLease(store, 'chain', 'b', LONG_MS)).toBe(false);
    await releaseLease(store, 'chain', winner);
    expect(await holdLease(store, 'chain', 'b', LONG_MS)).toBe(true);
    await releaseLease(store, 'nobody has it', 'b');
  });

  test('falls to the next once it expired; renewed, it does not', async () => {
    for (const name of ['expiring', 'renewed']) await holdLease(store, name, 'a', LONG_MS);
    vi.advanceTimersByTime(LONG_MS - 1);
    expect(await holdLease(store, 'expiring', 'b', LONG_MS)).toBe(false);
    expect(await holdLease(store, 'renewed', 'a', LONG_MS)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await holdLease(store, 'expiring', 'b', LONG_MS)).toBe(true);
    expect(await holdLease(store, 'expiring', 'a', LONG_MS)).toBe(false);
    expect(await holdLease(store, 'renewed', 'b', LONG_MS)).toBe(false);
  });
});

describe('notices', () => {
  const publish = (holder: string, { topic = 'watching', text = holder, ttlMs = LONG_MS } = {}) =>
    exchange(store, topic, { holder, text, ttlMs });

  test('are sent to everyone who publishes one, on the same topic only', async () => {
    const holders = Array.from({ length: 20 }, (_, n) => `holder ${n}`);
    await Promise.all(holders.map((holder) => publish(holder)));
    expect(new Set(await publish('b', { text: 'of b' }))).toEqual(new Set(['of b', ...holders]));
    expect(await publish('b', { topic: 'watch' })).toEqual(['b']);
    expect(await publish('b', { topic: 'watching;' })).toEqual(['b']);
    expect(new Set(await publish('b', { text: 'again' }))).toEqual(new Set(['again', ...holders]));
  });

  test('expire by themselves, and immediately with a time of 0', async () => {
    await publish('a', { ttlMs: 30 });
    expect(await publish('b')).toEqual(['a', 'b']);
    vi.advanceTimersByTime(30);
    expect(await publish('c', { ttlMs: 0 })).toEqual(['b']);
    expect(await publish('b', { ttlMs: 0 })).toEqual([]);
    expect(await publish('a')).toEqual(['a']);
  });
});

test('refusals are added up for each wallet, day and code', async () => {
  const [one, other] = [walletOf(1), walletOf(2)];
  const count = (counts: Parameters<typeof countRefusals>[1]) =>
    countRefusals(store, counts, LONG_MS);
  await count([
    { wallet: one, what: '2026-11-27 paused', count: 1 },
    { wallet: one, what: '2026-11-26 paused', count: 2 },
    { wallet: other, what: '2026-11-26 paused', count: 5 },
  ]);
  await count([{ wallet: one, what: '2026-11-26 paused', count: 3 }]);
  expect(await refusalsOf(store.rows('refusal'), one)).toEqual([
    { wallet: one, what: '2026-11-26 paused', count: 5 },
    { wallet: one, what: '2026-11-27 paused', count: 1 },
  ]);
  await count(Array.from({ length: 120 }, (_, n) => ({ wallet: other, what: `${n}`, count: 1 })));
  expect(await refusalsOf(store.rows('refusal'), other)).toHaveLength(121);
  vi.advanceTimersByTime(LONG_MS);
  expect(await refusalsOf(store.rows('refusal'), one)).toEqual([]);
});

test('a setting is what was put last', async () => {
  expect(await setting(store, 'cursor')).toBeNull();
  for (const value of ['', '{"block": 7}']) {
    await putSetting(store, 'cursor', value);
    expect(await setting(store, 'cursor')).toBe(value);
  }
});

describe('the past', () => {
  const minute = (at: number): PastRow => ({
    kind: 'minute',
    at,
    upTo: null,
    document: `minute ${at}`,
  });
  const state = (document: string): PastRow => ({
    kind: 'state',
    at: 0,
    upTo: { rev: REV_ZERO, number: 0 },
    document,
  });
  const momentsOf = (rows: readonly PastRow[]) => rows.map(({ at }) => at);
  /** More than are read in one request, and of as many digits as moments may have. */
  const MOMENTS = [...Array.from({ length: 2500 }, (_, n) => n * 7), 1_764_460_800_000];
  const LAST = MOMENTS.slice(-3);

  beforeEach(async () => {
    const rows = [...MOMENTS.map(minute), state('one')];
    expect(await writePast(store, { expected: null, rows, forget: null })).toBe(true);
  });

  test('is read by moments, from either end', async () => {
    const read = async (span: { from?: number; to?: number }, newestFirst = false) =>
      momentsOf(
        await readPast(store, {
          kind: 'minute',
          limit: 3,
          order: newestFirst ? 'newest-first' : 'oldest-first',
          ...span,
        }),
      );
    expect(await read({})).toEqual([0, 7, 14]);
    expect(await read({}, true)).toEqual(LAST.toReversed());
    expect(await read({ from: 7 })).toEqual([7, 14, 21]);
    expect(await read({ from: 8, to: 21 })).toEqual([14, 21]);
    expect(await read({ to: 20 }, true)).toEqual([14, 7, 0]);
    expect(await read({ from: 0, to: 0 })).toEqual([0]);
    expect(await pastRow(store, 'minute', 14)).toEqual(minute(14));
    expect(await pastRow(store, 'minute', 15)).toBeNull();
    expect(await pastRow(store, 'state')).toEqual(state('one'));
    expect(momentsOf(await readAllPast(store, { kind: 'minute' }))).toEqual(MOMENTS);
    const late = await readAllPast(store, { kind: 'minute', from: LAST[1], to: 1e15 });
    expect(late).toEqual(LAST.slice(1).map(minute));
  });

  test('is written by the one who has seen its newest state, which forgets what is old', async () => {
    const write = (expected: string | null, head: string, before = 0) =>
      writePast(store, {
        expected,
        rows: [minute(3), state(head)],
        forget: { kind: 'minute', before },
      });
    expect(await write(null, 'two', 1e6)).toBe(false);
    expect(await pastRow(store, 'minute', 3)).toBeNull();
    expect(await write('one', 'two')).toBe(true);
    expect(await write('one', 'three')).toBe(false);
    expect(await write('two', 'three', 1e6)).toBe(true);
    expect(momentsOf(await readAllPast(store, { kind: 'minute' }))).toEqual(LAST.slice(-1));
    const checkpoint = { ...state('four'), kind: 'ledger-checkpoint' } as const;
    const ledger = { head: 'ledger-checkpoint', rows: [checkpoint], forget: null } as const;
    expect(await writePast(store, { ...ledger, expected: 'three' })).toBe(false);
    expect(await writePast(store, { ...ledger, expected: null })).toBe(true);
  });
});
