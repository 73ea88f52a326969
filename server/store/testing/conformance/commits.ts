/** Commits, and the receipts and nonces that expire. */
import { describe, expect } from 'vitest';
import type { Change } from '../../../../common/rules/decision.ts';
import { after, HOUR_MS, stakeId, walletOf } from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import { commandIdSchema } from '../../../../common/values/ids.ts';
import { VersionConflict, type Receipt } from '../../store.ts';
import { commitAll, joining, receiptOf, stakingDena, stateAfter, story } from '../fixtures.ts';
import { allEvents, allStakes, loaded, receiptIn, recorder } from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function commitsAreAtomic({ name, storeTest }: StoreContract): void {
  describe(`${name}: a commit`, () => {
    storeTest('is refused at any version but the player’s', async ({ store }) => {
      const wallet = walletOf(1);
      const joined = joining(wallet);
      await expect(store.commit(atVersion(joined, 2), 1, null)).rejects.toThrow(VersionConflict);
      await store.commit(joined, 0, null);
      const staked = stakingDena(after(null, joined));
      await expect(store.commit(joined, 0, null)).rejects.toThrow(VersionConflict);
      await expect(store.commit(atVersion(staked, 3), 2, null)).rejects.toThrow(VersionConflict);
      await store.commit(staked, 1, null);
      await expect(store.commit(staked, 1, null)).rejects.toThrow(VersionConflict);
      // A receipt's id is its wallet's own.
      await store.commit(joining(walletOf(2)), 0, receiptOf('once'));
      await store.commit(joining(walletOf(3)), 0, receiptOf('once'));
    });

    storeTest('that is refused leaves nothing at all', async ({ store }) => {
      const wallet = walletOf(1);
      const joined = joining(wallet);
      const rev = await store.commit(joined, 0, receiptOf('used'));
      const staked = stakingDena(after(null, joined));
      const told = recorder();
      const feed = store.watch(rev, told);

      const refusals = await Promise.allSettled([
        store.commit(staked, 1, receiptOf('used')),
        store.commit(atVersion(staked, 3), 2, receiptOf('new')),
        store.commit(atVersion(staked, 1), 0, receiptOf('newer')),
      ]);
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ reason: expect.any(VersionConflict) as unknown });
      }

      expect(await store.player(wallet)).toEqual(joined.player);
      expect(await allStakes(store, wallet)).toEqual([]);
      expect((await allEvents(store)).map((event) => event.rev)).toEqual([rev]);
      for (const id of ['new', 'newer']) {
        const commandId = commandIdSchema.parse(id);
        expect(await receiptIn(store, wallet, commandId, Date.now())).toBeNull();
      }
      const next = await store.commit(staked, 1, receiptOf('new'));
      await told.events(1);
      expect(told.revs()).toEqual([next]);
      await feed.close();
    });

    storeTest('200 in parallel: one winner per version', async ({ store }) => {
      const joined = joining(walletOf(1));
      await store.commit(joined, 0, null);
      let state = after(null, joined);
      for (const version of [1, 2]) {
        const attempts = Array.from({ length: 200 }, (_, n) => stakingDena(state, n + 1));
        const results = await Promise.allSettled(
          attempts.map((change) => store.commit(change, version, null)),
        );
        const winners = attempts.filter((_, n) => results[n]?.status === 'fulfilled');
        const reasons = results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : []));
        expect(winners).toHaveLength(1);
        expect(reasons.every((reason) => reason instanceof VersionConflict)).toBe(true);
        state = winners.reduce(after, state);
        expect(await store.player(state.player.wallet)).toEqual(state.player);
        expect(await allStakes(store, state.player.wallet)).toEqual(state.stakes);
      }
      expect(await allEvents(store)).toHaveLength(3);
    });

    storeTest('[ORD1] comes after every one that was answered before', async ({ store }) => {
      const orderOf = async (n: number) =>
        (await store.load(walletOf(n), { stakeId: null, commandId: null, now: 0 })).order;
      let last = 0;
      for (let n = 1; n <= 20; n += 1) {
        const own = await orderOf(n);
        expect(own).toBeGreaterThan(last);
        expect(Number.isSafeInteger(own)).toBe(true);
        // Concurrent commits that wait for nobody.
        const beside = [n + 100, n + 200].map(async (other) => {
          const order = await orderOf(other);
          await store.commit(joining(walletOf(other)), 0, null);
          return order;
        });
        await store.commit(joining(walletOf(n)), 0, null);
        last = Math.max(own, ...(await Promise.all(beside)));
      }
    });

    storeTest('is seen completely or not at all by concurrent loads', async ({ store }) => {
      const joined = joining(walletOf(1));
      const { wallet } = joined.player;
      const load = (id: string | null, receipt: Receipt | null) =>
        store.load(wallet, {
          stakeId: id === null ? null : stakeId(id),
          commandId: receipt && receipt.commandId,
          now: Date.now(),
        });
      const nobody = await load('dena-1', receiptOf('1'));
      expect(nobody).toMatchObject({ player: null, stake: null, receipt: null });
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
          // It may show parts of the commit that are newer than the player, never the player without them.
          if (seen > version) expect(found).toMatchObject({ player: next.player, stake, receipt });
          else expect([null, stake]).toContainEqual(found.stake);
        }
        await committing;
        state = next;
      }
      const { player } = state;
      expect(await load(null, null)).toMatchObject({ player, stake: null, receipt: null });
    });

    storeTest(
      'is loaded with only the one stake that is named, of that wallet',
      async ({ store }) => {
        const changes = story(walletOf(1));
        await commitAll(store, changes);
        await commitAll(store, [joining(walletOf(2))]);
        const named = async (wallet: Address, id: string) =>
          (await store.load(wallet, { stakeId: stakeId(id), commandId: null, now: 0 })).stake;
        for (const stake of stateAfter(changes).stakes) {
          expect(await named(walletOf(1), stake.id)).toEqual(stake);
          expect(await named(walletOf(2), stake.id)).toBeNull();
        }
        expect(await named(walletOf(1), 'dena')).toBeNull();
      },
    );

    storeTest('of one wallet does not get in the way of another’s', async ({ store }) => {
      const wallets = Array.from({ length: 100 }, (_, n) => walletOf(n + 1));
      // The store decides which of a wallet's two comes first; one of them does.
      const revs = await Promise.all(
        wallets.map(async (wallet) => {
          const both = await Promise.allSettled([
            store.commit(joining(wallet, 'usa'), 0, null),
            store.commit(joining(wallet, 'china'), 0, null),
          ]);
          const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
          expect(won).toHaveLength(1);
          return won[0];
        }),
      );
      expect(new Set(revs).size).toBe(100);
      expect((await loaded(store)).rows).toHaveLength(100);
    });

    storeTest('that is inconsistent is a bug, and is not written', async ({ store }) => {
      const joined = joining(walletOf(1));
      const strayed = { ...joined, event: joining(walletOf(2)).event };
      await expect(store.commit(strayed, 0, null)).rejects.toThrow(/can't write for/);
      await expect(store.commit(joined, 4, null)).rejects.toThrow(/can't follow/);
      const nonsense = { ...joined, player: { ...joined.player, gdpSince: Number.NaN } };
      await expect(store.commit(nonsense, 0, null)).rejects.toThrow(/gdpSince/);
      expect(await allEvents(store)).toEqual([]);
    });
  });

  describe(`${name}: expiry`, () => {
    storeTest('a receipt is found until it expires, by its own wallet', async ({ store }) => {
      const receipt = receiptOf('once');
      await store.commit(joining(walletOf(1)), 0, receipt);
      const { commandId, expiresAt } = receipt;
      expect(await receiptIn(store, walletOf(1), commandId, expiresAt - 1)).toEqual(receipt);
      expect(await receiptIn(store, walletOf(1), commandId, expiresAt)).toBeNull();
      expect(await receiptIn(store, walletOf(2), commandId, expiresAt - 1)).toBeNull();
    });

    storeTest('the id of an expired receipt is free again', async ({ store }) => {
      const joined = joining(walletOf(1));
      await store.commit(joined, 0, receiptOf('once', { expiresAt: Date.now() - 1 }));
      const again = receiptOf('once', { answer: 'another' });
      await store.commit(stakingDena(after(null, joined)), 1, again);
      expect(await receiptIn(store, walletOf(1), again.commandId, Date.now())).toEqual(again);
    });

    storeTest('a nonce is spent once, however many ask concurrently', async ({ store }) => {
      const expiresAt = Date.now() + HOUR_MS;
      await store.issueNonce('nonce', expiresAt);
      const spent = await Promise.all(
        Array.from({ length: 50 }, () => store.spendNonce('nonce', Date.now())),
      );
      expect(spent.filter(Boolean)).toHaveLength(1);
      expect(await store.spendNonce('nonce', Date.now())).toBe(false);
    });

    storeTest('a nonce expires, and one never issued is not spent', async ({ store }) => {
      const expiresAt = Date.now() + HOUR_MS;
      await store.issueNonce('late', expiresAt);
      await store.issueNonce('in time', expiresAt);
      expect(await store.spendNonce('late', expiresAt)).toBe(false);
      expect(await store.spendNonce('in time', expiresAt - 1)).toBe(true);
      expect(await store.spendNonce('never issued', Date.now())).toBe(false);
    });

    storeTest(
      'a nonce allows a limited number of questions, however many ask concurrently',
      async ({ store }) => {
        const expiresAt = Date.now() + HOUR_MS;
        await store.issueNonce('nonce', expiresAt);
        const take = (now = Date.now()) => store.takeNonceQuestion('nonce', now, 3);
        const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
        expect(taken.filter(Boolean)).toHaveLength(3);
        expect(await take()).toBe(false);
        await store.returnNonceQuestion('nonce');
        expect(await take(expiresAt)).toBe(false);
        expect(await take(expiresAt - 1)).toBe(true);
        expect(await take()).toBe(false);
        expect(await store.spendNonce('nonce', Date.now())).toBe(true);
      },
    );

    storeTest('a nonce that was spent or never issued allows none', async ({ store }) => {
      await store.issueNonce('nonce', Date.now() + HOUR_MS);
      await store.spendNonce('nonce', Date.now());
      await store.returnNonceQuestion('nonce');
      for (const nonce of ['nonce', 'never issued']) {
        expect(await store.takeNonceQuestion(nonce, Date.now(), 3)).toBe(false);
        expect(await store.spendNonce(nonce, Date.now())).toBe(false);
      }
    });
  });
}

/** The change as if it were computed from one version ahead or behind. */
function atVersion(change: Change, version: number): Change {
  return { ...change, player: { ...change.player, version } };
}
