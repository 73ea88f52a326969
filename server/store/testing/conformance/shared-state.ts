/** What processes share beside the game: session tokens, a clock, leases and notices. */
import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../../../common/testing/fixtures.ts';
import { wallNow } from '../../../lib/machine.ts';
import type { StoreContract } from './contract.ts';

const LONG_MS = 60_000;

export function stateIsShared({ name, storeTest }: StoreContract): void {
  storeTest(
    `${name}: session tokens are revoked one by one, or all by their wallet’s epoch`,
    async ({ store, own }) => {
      const state = (tokenId: string) => store.sessionState(own(1), tokenId);
      expect(await state('a')).toEqual({ epoch: 0, isRevoked: false });
      await store.revokeToken('a', wallNow() + HOUR_MS);
      await store.revokeToken('a', wallNow() + HOUR_MS);
      expect(await state('a')).toEqual({ epoch: 0, isRevoked: true });
      expect(await state('b')).toEqual({ epoch: 0, isRevoked: false });
      await Promise.all(Array.from({ length: 10 }, () => store.raiseSessionEpoch(own(1))));
      expect(await state('b')).toEqual({ epoch: 10, isRevoked: false });
      expect(await store.sessionState(own(2), 'b')).toEqual({ epoch: 0, isRevoked: false });
    },
  );

  storeTest(`${name}: its clock tells the time, and never stands still`, async ({ store }) => {
    const before = wallNow();
    const first = await store.time();
    // A database may be on another machine.
    expect(Math.abs(first - before)).toBeLessThan(60_000);
    await expect.poll(() => store.time()).toBeGreaterThan(first);
  });

  describe(`${name}: a lease`, () => {
    storeTest(
      'belongs to one holder, who may renew it, until it is released',
      async ({ store }) => {
        const asked = Array.from({ length: 30 }, (_, n) => `${n}`);
        const answers = await Promise.all(
          asked.map((holder) => store.holdLease('chain', holder, LONG_MS)),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
        const winner = asked[answers.indexOf(true)] ?? '';
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(false);
        expect(await store.holdLease('chain', winner, LONG_MS)).toBe(true);
        expect(await store.holdLease('another', 'b', LONG_MS)).toBe(true);
        await store.releaseLease('chain', 'b');
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(false);
        await store.releaseLease('chain', winner);
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(true);
        await store.releaseLease('nobody has it', 'b');
      },
    );

    storeTest('falls to the next once it expired; renewed, it does not', async ({ store }) => {
      expect(await store.holdLease('expiring', 'a', 1)).toBe(true);
      await expect.poll(() => store.holdLease('expiring', 'b', LONG_MS)).toBe(true);
      expect(await store.holdLease('expiring', 'a', LONG_MS)).toBe(false);
      expect(await store.holdLease('renewed', 'a', 1)).toBe(true);
      const first = await store.time();
      await store.holdLease('renewed', 'a', LONG_MS);
      await expect.poll(() => store.time()).toBeGreaterThan(first + 1);
      expect(await store.holdLease('renewed', 'b', LONG_MS)).toBe(false);
    });
  });

  describe(`${name}: notices`, () => {
    const sorted = async (texts: Promise<readonly string[]>) => (await texts).toSorted();

    storeTest(
      'are sent to everyone who publishes one, on the same topic only',
      async ({ store }) => {
        const holders = Array.from({ length: 20 }, (_, n) => `holder ${n}`);
        await Promise.all(holders.map((one) => store.exchange('watching', one, one, LONG_MS)));
        // Texts that a database might misinterpret.
        const odd = '$until {"$gt": 1}';
        const all = [odd, ...holders].toSorted();
        expect(await sorted(store.exchange('watching', 'b', odd, LONG_MS))).toEqual(all);
        expect(await store.exchange('$topic', 'b', 'elsewhere', LONG_MS)).toEqual(['elsewhere']);
        expect(await sorted(store.exchange('watching', 'b', 'again', LONG_MS))).toEqual(
          ['again', ...holders].toSorted(),
        );
      },
    );

    storeTest('expire by themselves, and immediately with a time of 0', async ({ store }) => {
      await store.exchange('expiring', 'a', 'of a', 30);
      await store.exchange('expiring', 'b', 'of b', LONG_MS);
      await expect.poll(() => store.exchange('expiring', 'c', 'of c', 0)).toEqual(['of b']);
      expect(await store.exchange('expiring', 'b', 'of b', 0)).toEqual([]);
      expect(await store.exchange('expiring', 'a', 'of a', LONG_MS)).toEqual(['of a']);
    });
  });
}
