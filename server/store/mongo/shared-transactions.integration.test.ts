/** Commits that arrive together share a transaction, and everyone sees them as if they did not. */
import { describe, expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { REV_ZERO, type Rev } from '../../../common/values/ids.ts';
import { VersionConflict, type Store } from '../store.ts';
import { joining, receiptOf } from '../testing/fixtures.ts';
import { allEvents, loaded, receiptIn, recorder } from '../testing/observe.ts';
import { collectionsOf } from './collections.ts';
import { mongoTest as test, takeRevAway, timeOf } from './testing/processes.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Requested at once, so that they go together. */
function joinTogether(store: Store, numbers: readonly number[]) {
  return Promise.allSettled(
    numbers.map((n) => store.commit(joining(walletOf(n)), 0, receiptOf('join'))),
  );
}

function revsOf(results: readonly PromiseSettledResult<Rev>[]): Rev[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** The moments of their transactions: a rev without its ordinal. */
function momentsOf(revs: readonly Rev[]): ReadonlySet<bigint> {
  return new Set(revs.map((rev) => BigInt(`0x${rev}`) >> 10n));
}

/** Which of them failed, with what. */
function failuresOf(results: readonly PromiseSettledResult<Rev>[]) {
  return results.flatMap((result, index) =>
    result.status === 'rejected' ? [[index + 1, result.reason] as const] : [],
  );
}

describe('commits that arrive together', () => {
  test('share a transaction; feeds, histories and resumed feeds of all processes agree on them', async ({
    open,
    db,
  }) => {
    const [one, two] = [await open(), await open()];
    const watchers = [one, two].map((store) => {
      const each = recorder();
      store.watch(REV_ZERO, each);
      return each;
    });
    const both = [joinTogether(one, upTo(100)), joinTogether(two, upTo(200).slice(100))];
    const results = await Promise.all(both);
    const revs = results.flatMap(revsOf);
    expect(revs).toHaveLength(200);
    expect(new Set(revs).size).toBe(200);
    expect(momentsOf(revs).size).toBeLessThan(20);
    await Promise.all(watchers.map((each) => each.events(200)));
    const inOrder = revs.toSorted();
    for (const [n, store] of [one, two].entries()) {
      expect(watchers[n]?.revs()).toEqual(inOrder);
      expect((await allEvents(store)).map(({ rev }) => rev)).toEqual(inOrder);
    }
    // Two that no process has written the revs of.
    const second = revs.findIndex(
      (rev, n) => momentsOf([rev, revs[n - 1] ?? rev]).size === 1 && n > 0,
    );
    for (const n of [second - 1, second]) {
      const insertedAt = timeOf(revs[n] ?? REV_ZERO);
      await takeRevAway(db, `${walletOf(n + 1)}:1`, insertedAt);
    }
    // From the middle of a transaction on.
    const middle = inOrder[30] ?? REV_ZERO;
    const later = await open();
    for (const store of [two, later]) {
      const resumed = recorder();
      store.watch(middle, resumed);
      await resumed.events(169);
      expect(resumed.revs()).toEqual(inOrder.slice(31));
      const page = await store.events({ after: middle, limit: 3, order: 'oldest-first' });
      expect(page.map(({ rev }) => rev)).toEqual(inOrder.slice(31, 34));
    }
    expect((await allEvents(later)).map(({ rev }) => rev)).toEqual(inOrder);
    expect((await loaded(later)).rev).toBe(inOrder.at(-1));
  });

  test('cost nothing to each other: one at another version, one with a receipt, conflict by themselves', async ({
    open,
    db,
  }) => {
    const [one, two] = [await open(), await open()];
    await two.commit(joining(walletOf(3)), 0, receiptOf('before'));
    // Its command was carried out, and its player is not there.
    const { receipts } = collectionsOf(db);
    await two.commit(joining(walletOf(5)), 0, receiptOf('join'));
    await collectionsOf(db).players.deleteOne({ _id: walletOf(5) });
    await collectionsOf(db).events.deleteOne({ _id: `${walletOf(5)}:1` });
    const results = await joinTogether(one, upTo(20));
    const failures = failuresOf(results);
    expect(failures.map(([n]) => n)).toEqual([3, 5]);
    for (const [, reason] of failures) expect(reason).toBeInstanceOf(VersionConflict);
    expect(revsOf(results)).toHaveLength(18);
    expect((await loaded(one)).rows).toHaveLength(19);
    expect(await receipts.countDocuments()).toBe(20);
    expect(await receiptIn(one, walletOf(3), receiptOf('join').commandId, 0)).toBeNull();
  });

  test('go on without the one whose player a stranger’s transaction holds', async ({
    store,
    db,
  }) => {
    const stranger = db.client.startSession();
    stranger.startTransaction();
    const uncommitted = { _id: walletOf(7), version: 1 };
    const options = { session: stranger, bypassDocumentValidation: true } as const;
    await collectionsOf(db).players.insertOne(uncommitted, options);
    const results = await joinTogether(store, upTo(20));
    const failures = failuresOf(results);
    expect(failures.map(([n]) => n)).toEqual([7]);
    expect(failures[0]?.[1]).toBeInstanceOf(VersionConflict);
    await stranger.abortTransaction();
    await stranger.endSession();
    expect(await joinTogether(store, [7])).toMatchObject([{ status: 'fulfilled' }]);
    expect((await loaded(store)).rows).toHaveLength(20);
  });
});
