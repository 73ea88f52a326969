import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, walletOf } from '../../../common/testing/fixtures.ts';
import { yieldToLoop } from '../../lib/machine.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { withRows } from '../../test/support/instead.ts';
import { createSessionStore, IDLE_MS, MOST_SESSIONS, SESSION_MS } from './session-store.ts';

const WALLET = walletOf(1);
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A memory store that counts the uses that are written, and may be away. */
function countingStore() {
  const store = withRows(openMemoryStore(), (rows) => ({
    async get(key) {
      if (counted.isAway) throw new StoreUnavailable('away');
      return rows.get(key);
    },
    async put(row, expected) {
      if (expected !== undefined) {
        if (counted.losesUses) throw new StoreUnavailable('away');
        counted.uses += 1;
      }
      return rows.put(row, expected);
    },
    async delete(key) {
      const wasThere = await rows.delete(key);
      if (counted.loses) throw new StoreUnavailable('it was written, which nobody says');
      return wasThere;
    },
  }));
  const counted = { store, uses: 0, isAway: false, loses: false, losesUses: false };
  return counted;
}

function sessionsIn({ store } = countingStore()) {
  const sessions = createSessionStore(store, Date.now);
  return {
    ...sessions,
    async signIn(wallet = WALLET): Promise<string> {
      const begun = {
        wallet,
        kind: 'account',
        network: '203.0.113.0/24',
        device: 'Safari on iPhone',
      } as const;
      return (await sessions.begin(begun)).session.id;
    },
    async isValid(id: string, wallet = WALLET): Promise<boolean> {
      const session = await sessions.use(id, wallet);
      // Its use is written meanwhile.
      await yieldToLoop();
      return session !== null;
    },
  };
}

describe('whether a session is valid', () => {
  test('is known of its own wallet only', async () => {
    const sessions = sessionsIn();
    const id = await sessions.signIn();
    expect([await sessions.isValid(id), await sessions.isValid(id, walletOf(2))]).toEqual([
      true,
      false,
    ]);
  });

  test.each(['acknowledged', 'written but not acknowledged'])(
    'is known at once when this process ends it, %s',
    async (how) => {
      const store = countingStore();
      const sessions = sessionsIn(store);
      const [one, other, third] = [
        await sessions.signIn(),
        await sessions.signIn(),
        await sessions.signIn(),
      ];
      const theirs = await sessions.signIn(walletOf(2));
      const states = async () => [
        ...(await Promise.all([one, other, third].map((id) => sessions.isValid(id)))),
        await sessions.isValid(theirs, walletOf(2)),
      ];
      expect(await states()).toEqual([true, true, true, true]);
      store.loses = how !== 'acknowledged';
      await Promise.allSettled([sessions.end(WALLET, one)]);
      expect(await states()).toEqual([false, true, true, true]);
      await Promise.allSettled([sessions.endAll(WALLET, other)]);
      expect(await states()).toEqual([false, true, false, true]);
      await Promise.allSettled([sessions.endAll(WALLET)]);
      expect(await states()).toEqual([false, false, false, true]);
    },
  );

  test(`of a wallet with ${MOST_SESSIONS}, the oldest ends when one more begins`, async () => {
    const sessions = sessionsIn();
    const ids: string[] = [];
    for (let n = 0; n < MOST_SESSIONS; n += 1) {
      ids.push(await sessions.signIn());
      vi.advanceTimersByTime(1);
    }
    const [oldest = '', second = ''] = ids;
    expect(await sessions.isValid(oldest)).toBe(true);
    await sessions.signIn();
    expect([await sessions.isValid(oldest), await sessions.isValid(second)]).toEqual([false, true]);
    expect(await sessions.of(WALLET)).toHaveLength(MOST_SESSIONS);
  });
});

describe('a session', () => {
  test('ends after a week, however much it is used', async () => {
    const sessions = sessionsIn();
    const id = await sessions.signIn();
    for (let t = 0; t < SESSION_MS - HOUR_MS; t += HOUR_MS) {
      vi.advanceTimersByTime(HOUR_MS);
      expect(await sessions.isValid(id)).toBe(true);
    }
    vi.advanceTimersByTime(HOUR_MS - 1);
    expect(await sessions.isValid(id)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await sessions.isValid(id)).toBe(false);
    expect(await sessions.of(WALLET)).toEqual([]);
  });

  test('ends after three days without use', async () => {
    const sessions = sessionsIn();
    const id = await sessions.signIn();
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(await sessions.isValid(id)).toBe(true);
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(await sessions.of(WALLET)).toMatchObject([{ id }]);
    expect(await sessions.isValid(id)).toBe(true);
    vi.advanceTimersByTime(IDLE_MS);
    expect(await sessions.of(WALLET)).toEqual([]);
    expect(await sessions.isValid(id)).toBe(false);
  });

  test('has its use written once an hour at most', async () => {
    const store = countingStore();
    const sessions = sessionsIn(store);
    const id = await sessions.signIn();
    const signedInAt = Date.now();
    for (let minute = 0; minute < 180; minute += 1) {
      expect(await sessions.isValid(id)).toBe(true);
      vi.advanceTimersByTime(MINUTE_MS);
    }
    expect(store.uses).toBe(2);
    expect(await sessions.of(WALLET)).toMatchObject([
      { signedInAt, lastUsedAt: signedInAt + 2 * HOUR_MS },
    ]);
  });

  test('has a use that could not be written written by the next request', async () => {
    const store = countingStore();
    const sessions = sessionsIn(store);
    const id = await sessions.signIn();
    vi.advanceTimersByTime(HOUR_MS);
    store.losesUses = true;
    expect(await sessions.isValid(id)).toBe(true);
    store.losesUses = false;
    expect(await sessions.isValid(id)).toBe(true);
    expect(await sessions.of(WALLET)).toMatchObject([{ lastUsedAt: Date.now() }]);
  });

  test('of a store that can’t be reached is unknown, and the session goes on', async () => {
    const store = countingStore();
    const sessions = sessionsIn(store);
    const id = await sessions.signIn();
    store.isAway = true;
    await expect(sessions.use(id, WALLET)).rejects.toThrow(StoreUnavailable);
    await expect(sessions.use(id, WALLET)).rejects.toThrow(StoreUnavailable);
    store.isAway = false;
    expect(await sessions.isValid(id)).toBe(true);
  });
});

describe('sessions that an operator ends', () => {
  test('are invalid at once, whether their rows can be deleted or not; later ones are not', async () => {
    const store = countingStore();
    const sessions = sessionsIn(store);
    const [mine, theirs] = [await sessions.signIn(), await sessions.signIn(walletOf(2))];
    expect(await sessions.isValid(mine)).toBe(true);
    store.loses = true;
    const at = Date.now();
    await expect(sessions.endByAct(WALLET, at)).rejects.toThrow(StoreUnavailable);
    store.loses = false;
    const states = () =>
      Promise.all([sessions.isValid(mine), sessions.isValid(theirs, walletOf(2))]);
    expect(await states()).toEqual([false, true]);
    await sessions.endByAct(null, at);
    expect(await states()).toEqual([false, false]);
    expect([...(await sessions.of(WALLET)), ...(await sessions.of(walletOf(2)))]).toEqual([]);
    // By then every process knows of it.
    vi.advanceTimersByTime(2001);
    const [next, again] = [await sessions.signIn(), await sessions.signIn(walletOf(2))];
    expect([await sessions.isValid(next), await sessions.isValid(again, walletOf(2))]).toEqual([
      true,
      true,
    ]);
    // Another process reports it later, and a start reports all acts again.
    await sessions.endByAct(null, at);
    await sessions.endByAct(WALLET, at - IDLE_MS);
    expect(await sessions.isValid(next)).toBe(true);
  });
});
