import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { sleep } from '../../lib/machine.ts';
import { createLog } from '../../observe/log.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import { withRows } from '../../test/support/instead.ts';
import { keepLease, type Lease } from './lease.ts';

const TTL_MS = 10_000;
const RENEW_MS = 2500;

let time: FakeTime;
let store: Store;
const open: Lease[] = [];

beforeEach(() => {
  time = startFakeTime();
  store = openMemoryStore();
});
afterEach(async () => {
  for (const lease of open.splice(0)) await time.finish(lease.close());
  await store.close();
  time.stop();
});

async function keep(seen: Store = store): Promise<Lease> {
  const lease = await keepLease({ store: seen, name: 'the work', log: createLog('silent') });
  open.push(lease);
  return lease;
}

/** The store as seen by a process that is cut off from it: it refuses, or never answers. */
function cutOff(how: 'refused' | 'silent'): { readonly cutStore: Store; readonly cut: () => void } {
  let isCut = false;
  const through = <T>(answer: () => Promise<T>): Promise<T> => {
    if (!isCut) return answer();
    if (how === 'refused') return Promise.reject(new StoreUnavailable('cut off'));
    return sleep(2 * TTL_MS).then(answer);
  };
  return {
    cutStore: withRows(store, (rows) => ({
      put: (...asked) => through(() => rows.put(...asked)),
      delete: (...asked) => through(() => rows.delete(...asked)),
    })),
    cut: () => (isCut = true),
  };
}

describe('a lease', () => {
  test('belongs to one process while it renews it, and to the next one when released', async () => {
    const first = await keep();
    const second = await keep();
    for (let look = 0; look < 30; look += 1) {
      expect([first.isHeld(), second.isHeld()]).toEqual([true, false]);
      await time.pass(TTL_MS / 20);
    }
    await first.close();
    expect(first.isHeld()).toBe(false);
    expect(await time.until(() => expect(second.isHeld()).toBe(true))).toBeLessThanOrEqual(
      RENEW_MS,
    );
  });

  test.each(['refused', 'silent'] as const)(
    'is left by a holder that can’t renew it (%s) before another takes it over',
    async (how) => {
      const { cutStore, cut } = cutOff(how);
      const first = await keep(cutStore);
      const firstHeldAt: boolean[] = [];
      const second = await keep(
        withRows(store, (rows) => ({
          async put(...asked) {
            const granted = await rows.put(...asked);
            if (granted) firstHeldAt.push(first.isHeld());
            return granted;
          },
        })),
      );
      cut();
      const tookMs = await time.until(() => expect(second.isHeld()).toBe(true));
      expect(tookMs).toBeLessThanOrEqual(TTL_MS + RENEW_MS);
      // At the moment the other process got it, nobody held it any more.
      expect(firstHeldAt[0]).toBe(false);
      expect(first.isHeld()).toBe(false);
    },
  );
});
