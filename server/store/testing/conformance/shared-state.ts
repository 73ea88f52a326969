/** What processes share beside the game: session tokens, a clock, leases and notices. */
import { describe, expect } from 'vitest';
import { HOUR_MS, walletOf } from '../../../../common/testing/fixtures.ts';
import type { StoreContract } from './contract.ts';

export function stateIsShared({ name, storeTest }: StoreContract): void {
  describe(`${name}: session tokens`, () => {
    storeTest('are revoked one by one', async ({ store }) => {
      const state = (tokenId: string) => store.sessionState(walletOf(1), tokenId);
      expect(await state('a')).toEqual({ epoch: 0, isRevoked: false });
      await store.revokeToken('a', Date.now() + HOUR_MS);
      await store.revokeToken('a', Date.now() + HOUR_MS);
      expect(await state('a')).toEqual({ epoch: 0, isRevoked: true });
      expect(await state('b')).toEqual({ epoch: 0, isRevoked: false });
    });

    storeTest('are all revoked together by their wallet’s epoch', async ({ store }) => {
      await Promise.all(Array.from({ length: 10 }, () => store.raiseSessionEpoch(walletOf(1))));
      expect(await store.sessionState(walletOf(1), 'a')).toEqual({ epoch: 10, isRevoked: false });
      expect(await store.sessionState(walletOf(2), 'a')).toEqual({ epoch: 0, isRevoked: false });
    });
  });

  describe(`${name}: its clock`, () => {
    storeTest('tells the time, and never stands still', async ({ store }) => {
      const before = Date.now();
      const first = await store.time();
      // A database may be on another machine.
      expect(Math.abs(first - before)).toBeLessThan(60_000);
      await expect.poll(() => store.time()).toBeGreaterThan(first);
    });
  });

  describe(`${name}: a lease`, () => {
    const LONG_MS = 60_000;

    storeTest(
      'belongs to one holder, who may renew it, until it is released',
      async ({ store }) => {
        expect(await store.holdLease('chain', 'a', LONG_MS)).toBe(true);
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(false);
        expect(await store.holdLease('chain', 'a', LONG_MS)).toBe(true);
        expect(await store.holdLease('another', 'b', LONG_MS)).toBe(true);
        await store.releaseLease('chain', 'b');
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(false);
        await store.releaseLease('chain', 'a');
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(true);
        await store.releaseLease('nobody has it', 'b');
      },
    );

    storeTest('falls to the next once it expired; renewed, it does not', async ({ store }) => {
      expect(await store.holdLease('chain', 'a', 1)).toBe(true);
      await expect.poll(() => store.holdLease('chain', 'b', LONG_MS)).toBe(true);
      expect(await store.holdLease('chain', 'a', LONG_MS)).toBe(false);
      expect(await store.holdLease('renewed', 'a', 1)).toBe(true);
      const first = await store.time();
      await store.holdLease('renewed', 'a', LONG_MS);
      await expect.poll(() => store.time()).toBeGreaterThan(first + 1);
      expect(await store.holdLease('renewed', 'b', LONG_MS)).toBe(false);
    });

    storeTest('has one winner, however many ask concurrently', async ({ store }) => {
      for (const round of [1, 2, 3]) {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, n) => store.holdLease(`round ${round}`, `${n}`, LONG_MS)),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
      }
    });
  });

  describe(`${name}: notices`, () => {
    const LONG_MS = 60_000;

    storeTest(
      'are sent to everyone who publishes one, on the same topic only',
      async ({ store }) => {
        expect(await store.exchange('watching', 'a', 'of a', LONG_MS)).toEqual(['of a']);
        // Texts that a database might misinterpret.
        const odd = '$until {"$gt": 1}';
        expect(await sorted(store.exchange('watching', 'b', odd, LONG_MS))).toEqual([odd, 'of a']);
        expect(await store.exchange('$topic', 'a', 'elsewhere', LONG_MS)).toEqual(['elsewhere']);
        expect(await sorted(store.exchange('watching', 'a', 'of a again', LONG_MS))).toEqual([
          odd,
          'of a again',
        ]);
      },
    );

    storeTest('expire by themselves, and immediately with a time of 0', async ({ store }) => {
      await store.exchange('watching', 'a', 'of a', 30);
      await store.exchange('watching', 'b', 'of b', LONG_MS);
      await expect.poll(() => store.exchange('watching', 'c', 'of c', 0)).toEqual(['of b']);
      expect(await store.exchange('watching', 'b', 'of b', 0)).toEqual([]);
      expect(await store.exchange('watching', 'a', 'of a', LONG_MS)).toEqual(['of a']);
    });

    storeTest('are all there when many publish theirs concurrently', async ({ store }) => {
      const holders = Array.from({ length: 20 }, (_, n) => `holder ${n}`);
      await Promise.all(holders.map((one) => store.exchange('watching', one, one, LONG_MS)));
      expect(await sorted(store.exchange('watching', 'last', 'last', LONG_MS))).toEqual(
        [...holders, 'last'].toSorted(),
      );
    });

    async function sorted(texts: Promise<readonly string[]>): Promise<readonly string[]> {
      return (await texts).toSorted();
    }
  });
}
