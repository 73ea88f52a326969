import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS, walletOf } from '../../../common/testing/fixtures.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import { createRevocations } from './revocations.ts';

const WALLET = walletOf(1);

function tokenOf(id: string, wallet = WALLET) {
  return { wallet, id, epoch: 0, expiresAt: Date.now() + HOUR_MS };
}

/** A memory store that counts its lookups, and whose revocations may be late or fail after they were written. */
function storeThatIs({ isShared }: { readonly isShared: boolean }) {
  const store: Store = openMemoryStore();
  const counted = {
    isShared,
    asked: 0,
    loses: false,
    before: Promise.resolve(),
    sessionState(...args: Parameters<Store['sessionState']>) {
      counted.asked += 1;
      return store.sessionState(...args);
    },
    async revokeToken(...args: Parameters<Store['revokeToken']>) {
      await counted.before;
      await store.revokeToken(...args);
      if (counted.loses) throw new StoreUnavailable('it was written, which nobody says');
    },
    async raiseSessionEpoch(...args: Parameters<Store['raiseSessionEpoch']>) {
      await store.raiseSessionEpoch(...args);
      if (counted.loses) throw new StoreUnavailable('it was written, which nobody says');
    },
  };
  return counted;
}

describe('whether a token is revoked', () => {
  test('is asked again after a second on a shared store, and once on a store of one process', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const [shared, own] = [storeThatIs({ isShared: true }), storeThatIs({ isShared: false })];
    for (const store of [shared, own]) {
      const revocations = createRevocations(store);
      expect(await revocations.isRevoked(tokenOf('a'))).toBe(false);
      expect(await revocations.isRevoked(tokenOf('a'))).toBe(false);
      expect(store.asked).toBe(1);
      vi.advanceTimersByTime(1000);
      expect(await revocations.isRevoked(tokenOf('a'))).toBe(false);
    }
    expect([shared.asked, own.asked]).toEqual([2, 1]);
  });

  test.each(['acknowledged', 'written but not acknowledged'])(
    'is known at once when this process revokes it, %s',
    async (how) => {
      const store = storeThatIs({ isShared: false });
      store.loses = how !== 'acknowledged';
      const revocations = createRevocations(store);
      const [one, other, theirs] = [tokenOf('a'), tokenOf('b'), tokenOf('c', walletOf(2))];
      for (const token of [one, other, theirs]) await revocations.isRevoked(token);
      const states = async () =>
        Promise.all([one, other, theirs].map((token) => revocations.isRevoked(token)));

      await Promise.allSettled([revocations.revoke(one)]);
      expect(await states()).toEqual([true, false, false]);
      await Promise.allSettled([revocations.revokeAll(WALLET)]);
      expect(await states()).toEqual([true, true, false]);
    },
  );

  test('is not remembered from before a revocation that was under way', async () => {
    const store = storeThatIs({ isShared: false });
    let write = () => {};
    store.before = new Promise((resolve) => {
      write = resolve;
    });
    const revocations = createRevocations(store);
    const revoked = revocations.revoke(tokenOf('a'));
    expect(await revocations.isRevoked(tokenOf('a'))).toBe(false);
    write();
    await revoked;
    expect(await revocations.isRevoked(tokenOf('a'))).toBe(true);
  });
});
