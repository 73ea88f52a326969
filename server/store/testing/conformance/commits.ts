/** Commits, and the receipts that expire. */
import { describe, expect } from 'vitest';
import type { Change } from '../../../../common/rules/decision.ts';
import { after, stakeId } from '../../../../common/testing/fixtures.ts';
import { wallNow } from '../../../lib/machine.ts';
import { ONLY_THE_PLAYER, VersionConflict, type Receipt } from '../../store.ts';
import { joining, receiptOf, stakingDena } from '../fixtures.ts';
import { allEvents, allStakes, receiptIn, recorder } from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function commitsAreAtomic({ name, storeTest }: StoreContract): void {
  describe(`${name}: a commit`, () => {
    storeTest(
      'is refused at any version but the player’s, or under a used receipt, and leaves nothing at all',
      async ({ store, own }) => {
        const wallet = own(1);
        const joined = joining(wallet);
        const rev = await store.commit(joined, 0, receiptOf('used'));
        const staked = stakingDena(after(null, joined));
        const watcher = recorder();
        const feed = store.watch(rev, watcher);

        const refusals = await Promise.allSettled([
          store.commit(joined, 0, null),
          store.commit(staked, 1, receiptOf('used')),
          store.commit(atVersion(staked, 3), 2, receiptOf('new')),
          store.commit(atVersion(staked, 1), 0, receiptOf('newer')),
        ]);
        for (const refusal of refusals) {
          expect(refusal).toMatchObject({ reason: expect.any(VersionConflict) as unknown });
        }

        expect(await store.player(wallet)).toEqual(joined.player);
        expect(await allStakes(store, wallet)).toEqual([]);
        expect((await allEvents(store, { wallet })).map((event) => event.rev)).toEqual([rev]);
        for (const { commandId } of [receiptOf('new'), receiptOf('newer')]) {
          expect(await receiptIn(store, wallet, commandId, wallNow())).toBeNull();
        }
        const next = await store.commit(staked, 1, receiptOf('new'));
        await expect(store.commit(staked, 1, null)).rejects.toThrow(VersionConflict);
        // A receipt's id is its wallet's own.
        const other = await store.commit(joining(own(2)), 0, receiptOf('used'));
        await watcher.events(2);
        expect(watcher.revs()).toEqual([next, other]);
        await feed.close();
      },
    );

    storeTest('100 in parallel: one is carried out', async ({ store, own }) => {
      const joined = joining(own(1));
      await store.commit(joined, 0, null);
      const state = after(null, joined);
      const attempts = Array.from({ length: 100 }, (_, n) => stakingDena(state, n + 1));
      const results = await Promise.allSettled(
        attempts.map((change) => store.commit(change, 1, null)),
      );
      const winners = attempts.filter((_, n) => results[n]?.status === 'fulfilled');
      const reasons = results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : []));
      expect(winners).toHaveLength(1);
      expect(reasons.every((reason) => reason instanceof VersionConflict)).toBe(true);
      const { player, stakes } = winners.reduce(after, state);
      expect(await store.player(own(1))).toEqual(player);
      expect(await allStakes(store, own(1))).toEqual(stakes);
      expect(await allEvents(store, { wallet: own(1) })).toHaveLength(2);
    });

    storeTest('[ORD1] comes after every one that was answered before', async ({ store, own }) => {
      const orderOf = async (n: number) => (await store.load(own(n), ONLY_THE_PLAYER)).order;
      let last = 0;
      for (let n = 1; n <= 10; n += 1) {
        const order = await orderOf(n);
        expect(order).toBeGreaterThan(last);
        expect(Number.isSafeInteger(order)).toBe(true);
        // Concurrent commits that wait for nobody.
        const beside = [n + 100, n + 200].map(async (other) => {
          const theirs = await orderOf(other);
          await store.commit(joining(own(other)), 0, null);
          return theirs;
        });
        await store.commit(joining(own(n)), 0, null);
        last = Math.max(order, ...(await Promise.all(beside)));
      }
    });

    storeTest('is seen completely or not at all by concurrent loads', async ({ store, own }) => {
      const joined = joining(own(1));
      const load = (id: string, { commandId }: Receipt) =>
        store.load(own(1), { stakeId: stakeId(id), commandId, now: wallNow() });
      await store.commit(joined, 0, receiptOf('1'));
      let state = after(null, joined);
      for (let version = 1; version < 9; version += 1) {
        const change = stakingDena(state, version);
        const receipt = receiptOf(String(version + 1));
        const [stake = null] = change.stakes;
        const committing = store.commit(change, version, receipt);
        const next = after(state, change);
        for (let seen = 0; seen <= version;) {
          const found = await load(`dena-${version}`, receipt);
          seen = found.player?.version ?? 0;
          // It may show parts of the commit that are newer than the player, never the player
          // without them.
          if (seen > version) expect(found).toMatchObject({ player: next.player, stake, receipt });
          else expect([null, stake]).toContainEqual(found.stake);
        }
        await committing;
        state = next;
      }
    });
  });

  storeTest(
    `${name}: a receipt is found by its own wallet until it expires; then its id is free again`,
    async ({ store, own }) => {
      const joined = joining(own(1));
      const receipt = receiptOf('once', { expiresAt: wallNow() - 1 });
      await store.commit(joined, 0, receipt);
      const { commandId, expiresAt } = receipt;
      expect(await receiptIn(store, own(1), commandId, expiresAt - 1)).toEqual(receipt);
      expect(await receiptIn(store, own(1), commandId, expiresAt)).toBeNull();
      expect(await receiptIn(store, own(2), commandId, expiresAt - 1)).toBeNull();
      const again = receiptOf('once', { answer: 'another' });
      await store.commit(stakingDena(after(null, joined)), 1, again);
      expect(await receiptIn(store, own(1), commandId, wallNow())).toEqual(again);
    },
  );
}

/** The change as if it were computed from one version ahead or behind. */
function atVersion(change: Change, version: number): Change {
  return { ...change, player: { ...change.player, version } };
}
