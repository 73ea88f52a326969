import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../observe/log.ts';
import { openEmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import { newDataFolder, removeDataFolder } from '../../test/support/data-folder.ts';
import { startRunTime } from '../../test/support/run-time.ts';
import { keepLease, type Lease } from './lease.ts';

/** So long that a machine which stands still for a moment lets no renewal come too late. */
const TTL_MS = 3000;
const RENEW_MS = 100;

let dataDir: string;
let store: Store;
const open: Lease[] = [];

beforeEach(async () => {
  dataDir = await newDataFolder();
  store = await openEmbeddedStore({ dataDir });
});
afterEach(async () => {
  for (const lease of open.splice(0)) await lease.close();
  await store.close();
  await removeDataFolder(dataDir);
});

type Leases = Pick<Store, 'holdLease' | 'releaseLease'>;

async function keep(leases: Leases = store): Promise<Lease> {
  const lease = await keepLease({
    store: leases,
    name: 'the work',
    log: createLog('silent'),
    ttlMs: TTL_MS,
    renewMs: RENEW_MS,
  });
  open.push(lease);
  return lease;
}

/** The store as a process sees it that was cut off from it: nothing is answered, or nothing comes. */
function cutOff(how: 'refused' | 'silent'): { readonly leases: Leases; readonly cut: () => void } {
  let isCut = false;
  const through = <T>(answer: () => Promise<T>): Promise<T> => {
    if (!isCut) return answer();
    if (how === 'refused') return Promise.reject(new StoreUnavailable('cut off'));
    return sleep(2 * TTL_MS).then(answer);
  };
  return {
    leases: {
      holdLease: (...args) => through(() => store.holdLease(...args)),
      releaseLease: (...args) => through(() => store.releaseLease(...args)),
    },
    cut: () => (isCut = true),
  };
}

describe('a lease', () => {
  test('is one process’s for as long as it renews it, and the next one’s when given back', async () => {
    const first = await keep();
    const second = await keep();
    for (let look = 0; look < 30; look += 1) {
      expect([first.isHeld(), second.isHeld()]).toEqual([true, false]);
      await sleep(TTL_MS / 20);
    }
    await first.close();
    expect(first.isHeld()).toBe(false);
    await expect.poll(() => second.isHeld(), { interval: 5 }).toBe(true);
  });

  test.each(['refused', 'silent'] as const)(
    'is left by a holder that cannot renew it (%s) before another takes it over',
    async (how) => {
      const { leases, cut } = cutOff(how);
      const first = await keep(leases);
      const firstHeldAt: boolean[] = [];
      const second = await keep({
        holdLease: async (...args) => {
          const granted = await store.holdLease(...args);
          if (granted) firstHeldAt.push(first.isHeld());
          return granted;
        },
        releaseLease: (...args) => store.releaseLease(...args),
      });
      cut();
      const runTime = startRunTime();
      await expect.poll(() => second.isHeld(), { interval: 5, timeout: 10 * TTL_MS }).toBe(true);
      expect(runTime()).toBeLessThan(TTL_MS + RENEW_MS + 1000);
      // Nobody held it any more in the moment in which the other was told that it does.
      expect(firstHeldAt[0]).toBe(false);
      expect(first.isHeld()).toBe(false);
    },
  );
});
