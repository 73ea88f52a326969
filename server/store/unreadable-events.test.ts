/** What a store does with a commit that it can't read, where no player made it. */
import { expect, test } from 'vitest';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { weekAt } from '../../common/values/week.ts';
import { firstWeekOpened, weekEndedBefore } from './kept/era.ts';
import { joining } from './testing/fixtures.ts';
import { openMemoryStore } from './testing/memory-store.ts';
import { allCommits, loaded, recorder } from './testing/observe.ts';

test.each([
  ['whose week is damaged', `'{"at":1,"kind":"week-ended","week":"x"}'`],
  ['of a kind that is not known yet', `'{"at":1,"kind":"rules-changed"}'`],
])('[SEA1] a commit of an era %s ends feeds, and is skipped by histories', async (_, document) => {
  const store = openMemoryStore();
  const week = weekAt(NOW);
  await store.changeEra(firstWeekOpened(week));
  const first = await store.commit(joining(walletOf(1)), 0, null);
  await store.changeEra(weekEndedBefore(week + 1));
  const { rev } = await loaded(store);
  store.connection.exec(`UPDATE events SET document = ${document} WHERE wallet = ''`);
  const watcher = recorder();
  store.watch(REV_ZERO, watcher);
  await watcher.events(9);
  expect(watcher.lost).toMatchObject([{ message: expect.stringContaining(rev) }]);
  // Who loads the players goes on after it.
  const again = recorder();
  store.watch((await loaded(store)).rev, again);
  const last = await store.commit(joining(walletOf(2)), 0, null);
  await again.events(1);
  expect(again.revs()).toEqual([last]);
  expect((await allCommits(store)).map((commit) => commit.rev)).toEqual([first, last]);
  expect(store.unreadable.counts).toEqual({ detail: 0, row: 1 });
  expect(store.unreadable.firstSkipped(REV_ZERO)).toBe(rev);
});
