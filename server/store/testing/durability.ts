/**
 * What a store that keeps games must do beyond the conformance suite: everything acknowledged is
 * there when the data set is opened again. Nothing here knows an adapter. The processes that are
 * killed are those of `tools/chaos/kill-ledger.ts`.
 */
import { describe, expect } from 'vitest';
import { HOUR_MS, NOW, walletOf } from '../../../common/testing/fixtures.ts';
import { address } from '../../../common/values/address.ts';
import { REV_ZERO, type Rev } from '../../../common/values/ids.ts';
import { isOfPlayer } from '../../../common/values/stored-event.ts';
import { weekAt } from '../../../common/values/week.ts';
import { wallNow } from '../../lib/machine.ts';
import { firstWeekOpened, weekEndedBefore } from '../kept/era.ts';
import type { Store } from '../store.ts';
import { storeTests, type OpenedStore } from './conformance/contract.ts';
import { changeRules, commitAll, joining, receiptOf, stateAfter, story } from './fixtures.ts';
import { allCommits, allEvents, allStakes, loaded, receiptIn, recorder } from './observe.ts';

export interface DurableStore extends OpenedStore {
  /** Closes the store, if it is open, and opens the same data set again. */
  reopen(): Promise<Store>;
}

/** Runs the suite; every `openStore` is a fresh data set. */
export function storeDurability(name: string, openStore: () => Promise<DurableStore>): void {
  const storeTest = storeTests(openStore);

  describe(`${name}: opened again`, () => {
    storeTest(
      'everything is read that was written, revs continue, and a feed goes on',
      async ({ opened }) => {
        const { store } = opened;
        const wallet = walletOf(1);
        const changes = story(wallet);
        const revs = await commitAll(store, changes);
        const receipt = receiptOf('before');
        const other = joining(walletOf(2));
        revs.push(await store.commit(other, 0, receipt));
        const sessions = store.rows('session');
        await sessions.put({ key: 'alive', document: 'for an hour', ttlMs: HOUR_MS });
        await sessions.put({ key: 'ended', document: '' });
        await sessions.delete('ended');
        const { epoch } = await loaded(store);
        const week = weekAt(NOW);
        await store.changeEra(firstWeekOpened(week));
        await store.changeEra(weekEndedBefore(week + 1));
        revs.push(...(await lastOf(store)));
        await changeRules(store, 1, { 'tradePrices.oil': 60 });
        revs.push(...(await lastOf(store)));
        const era = await changeRules(store, 2, { lockMs: HOUR_MS }, NOW + HOUR_MS);

        const again = await opened.reopen();
        const watcher = recorder();
        const feed = again.watch(revs[1] ?? REV_ZERO, watcher);
        expect(await again.era()).toEqual(era);
        expect(await loaded(again)).toMatchObject({ epoch, rev: revs.at(-1), rows: [{}, {}] });
        const { player, stakes } = stateAfter(changes);
        expect(await again.player(wallet)).toEqual(player);
        expect(await allStakes(again, wallet)).toEqual(stakes);
        expect(await receiptIn(again, walletOf(2), receipt.commandId, wallNow())).toEqual(receipt);
        const alive = await again.rows('session').range({ limit: 9, order: 'ascending' });
        expect(alive).toMatchObject([{ key: 'alive', document: 'for an hour' }]);

        await again.changeEra(weekEndedBefore(week + 2));
        revs.push(...(await lastOf(again)));
        revs.push(await again.commit(joining(walletOf(3)), 0, null));
        expect(revs).toEqual(revs.toSorted());
        const events = await allCommits(again);
        expect(events.map(({ rev }) => rev)).toEqual(revs);
        await watcher.events(revs.length - 2);
        expect(watcher.received).toEqual(events.slice(2));
        await feed.close();
      },
    );

    storeTest('what was requested just before the close is there', async ({ opened }) => {
      const { store } = opened;
      const wallets = Array.from({ length: 50 }, (_, n) => walletOf(n + 1));
      const asked = wallets.map((wallet) => store.commit(joining(wallet), 0, null));
      const closed = store.close();
      const revs = await Promise.all(asked);
      await closed;
      const again = await opened.reopen();
      expect((await allEvents(again)).map(({ rev }) => rev).toSorted()).toEqual(revs.toSorted());
    });
  });
}

async function lastOf(store: Store): Promise<Rev[]> {
  const events = await store.events({ limit: 1, order: 'newest-first' });
  return events.map(({ rev }) => rev);
}

/**
 * Every acknowledged commit is there, and the players who made them are whole.
 * @param acknowledged the rev, wallet and version of each commit, whose receipt is
 * `command-VERSION`.
 */
export async function expectAllStored(store: Store, acknowledged: readonly (readonly string[])[]) {
  const events = (await allCommits(store)).filter(isOfPlayer);
  const walletAt = new Map<string, string>(events.map(({ rev, row }) => [rev, row.wallet]));
  const lost = acknowledged.filter(([rev = '', wallet]) => walletAt.get(rev) !== wallet);
  expect(lost).toEqual([]);
  const last = new Map(acknowledged.map(([, wallet = '', version]) => [wallet, Number(version)]));
  expect(last.size).toBeGreaterThan(0);
  for (const [text, version] of last) {
    const wallet = address(text);
    const { version: found = 0 } = (await store.player(wallet)) ?? {};
    expect(found).toBeGreaterThanOrEqual(version);
    expect(events.filter(({ row }) => row.wallet === wallet)).toHaveLength(found);
    expect(await allStakes(store, wallet)).toHaveLength(found - 1);
    const receipts = [found, found + 1].map((n) =>
      receiptIn(store, wallet, receiptOf(`command-${n}`).commandId, wallNow()),
    );
    expect(await Promise.all(receipts)).toEqual([expect.any(Object), null]);
  }
}
