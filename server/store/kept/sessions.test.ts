import { describe, expect, test } from 'vitest';
import { HOUR_MS, walletOf } from '../../../common/testing/fixtures.ts';
import { wallNow } from '../../lib/machine.ts';
import type { Store } from '../store.ts';
import { sessionOf } from '../testing/fixtures.ts';
import { openMemoryStore } from '../testing/memory-store.ts';
import {
  beginSession,
  endSession,
  endSessions,
  readSession,
  sessionsOf,
  useSession,
} from './sessions.ts';

const [ONE, OTHER] = [walletOf(1), walletOf(2)];

const idsOf = async (store: Store, wallet = ONE) =>
  (await sessionsOf(store.rows('session'), wallet)).map(({ id }) => id);

/** Four sessions of each wallet, a millisecond apart. */
async function eightSessions() {
  const store: Store = openMemoryStore();
  const at = wallNow();
  for (const wallet of [ONE, OTHER]) {
    for (const n of [1, 2, 3, 4]) {
      await beginSession(store, sessionOf(wallet, { id: `${n}`, signedInAt: at + n }), 50);
    }
  }
  return { store, at };
}

describe('a session', () => {
  test('is there until it is ended, and knows when it was last used', async () => {
    const store: Store = openMemoryStore();
    const session = sessionOf(ONE, { kind: 'contract' });
    const { id, signedInAt } = session;
    expect(await readSession(store, ONE, id)).toBeNull();
    await beginSession(store, session, 50);
    expect(await readSession(store, ONE, id)).toEqual(session);
    expect(await readSession(store, OTHER, id)).toBeNull();
    await useSession(store, ONE, { id, at: signedInAt + HOUR_MS });
    // A use that another process tells late.
    await useSession(store, ONE, { id, at: signedInAt + 1 });
    const used = { ...session, lastUsedAt: signedInAt + HOUR_MS };
    expect(await readSession(store, ONE, id)).toEqual(used);
    expect(await endSession(store, OTHER, id)).toBe(false);
    expect(await readSession(store, ONE, id)).toEqual(used);
    expect(await endSession(store, ONE, id)).toBe(true);
    expect(await endSession(store, ONE, id)).toBe(false);
    await useSession(store, ONE, { id, at: signedInAt + 2 * HOUR_MS });
    expect(await readSession(store, ONE, id)).toBeNull();
  });

  test('is its wallet’s newest, or one of so many: the oldest end', async () => {
    const store: Store = openMemoryStore();
    const at = wallNow();
    const begin = (n: number, signedInAt: number, wallet = ONE) =>
      beginSession(store, sessionOf(wallet, { id: `${n}`, signedInAt }), 3);
    for (const n of [1, 2, 3]) await begin(n, at + n);
    await begin(9, at, OTHER);
    expect(await idsOf(store)).toEqual(['3', '2', '1']);
    await begin(4, at + 4);
    expect(await idsOf(store)).toEqual(['4', '3', '2']);
    // By a clock that was set back: it is the one that goes on all the same.
    await begin(5, at - HOUR_MS);
    expect(await idsOf(store)).toEqual(['4', '3', '5']);
    expect(await idsOf(store, OTHER)).toEqual(['9']);
  });

  test('ends with those of its wallet up to a moment, but for one', async () => {
    const { store, at } = await eightSessions();
    const which = { wallet: ONE, upTo: at + 3, except: '2' };
    expect(await endSessions(store, which)).toBe(2);
    expect(await endSessions(store, which)).toBe(0);
    expect([await idsOf(store), await idsOf(store, OTHER)]).toEqual([
      ['4', '2'],
      ['4', '3', '2', '1'],
    ]);
  });

  test('ends with those of all, however many they are', async () => {
    const { store, at } = await eightSessions();
    const many = Array.from({ length: 2500 }, (_, n) => sessionOf(walletOf(n + 3)));
    for (const session of many) await beginSession(store, session, 50);
    const all = { wallet: null, except: null };
    expect(await endSessions(store, { ...all, upTo: at + 3 })).toBeGreaterThanOrEqual(6);
    expect([await idsOf(store), await idsOf(store, OTHER)]).toEqual([['4'], ['4']]);
    await endSessions(store, { ...all, upTo: wallNow() + HOUR_MS });
    expect(await store.rows('session').range({ limit: 1, order: 'ascending' })).toEqual([]);
  });
});
