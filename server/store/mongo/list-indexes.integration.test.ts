/**
 * Lists of stakes, and of events by kind, are read only from their indexes: as many keys as there
 * are answers.
 */
import { expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { GDP_KINDS } from '../../../common/values/event-kinds.ts';
import { commitAll, commitManyStakes, joining, settlements, story } from '../testing/fixtures.ts';
import { allStakes } from '../testing/observe.ts';
import { mongoTest as test } from './testing/processes.ts';

test('any list of stakes reads hardly more keys than it answers, and sorts nothing', async ({
  store,
  db,
}) => {
  await commitAll(store, [joining(walletOf(1))]);
  await commitManyStakes(store, walletOf(1), { active: 300, ended: 3000 });
  const [before = null] = (await allStakes(store, walletOf(1))).slice(1500, 1501);
  await db.command({ profile: 2 });
  for (const kinds of [['dena'], ['dena', 'national', 'cultural']] as const) {
    for (const place of [null, before]) {
      const query = { kinds, activeOnly: false, before: place, limit: 310 };
      expect(await store.stakes(walletOf(1), query)).toHaveLength(310);
    }
  }
  await db.command({ profile: 0 });
  const profile = db.collection('system.profile');
  const reads = await profile.find({ 'command.find': 'stakes' }).toArray();
  expect(reads.length).toBeGreaterThanOrEqual(4);
  for (const { hasSortStage, keysExamined, nreturned } of reads) {
    expect(hasSortStage).toBeUndefined();
    expect(keysExamined).toBeLessThan(nreturned + 10);
  }
});

test('events of a few kinds are read without the others between them, and nothing is sorted', async ({
  store,
  db,
}) => {
  const wallet = walletOf(1);
  const joined = joining(wallet);
  await commitAll(store, story(walletOf(2)));
  await commitAll(store, [joined, ...settlements(joined.player, 300)]);
  await expect.poll(() => db.collection('events').countDocuments({ rev: null })).toBe(0);
  await db.command({ profile: 2 });
  for (const [subject, count] of [
    [{ wallet }, 1],
    [{ nationId: 'italy' }, 6],
    [{}, 6],
  ] as const) {
    const query = { ...subject, kinds: GDP_KINDS, limit: 6, order: 'newest-first' } as const;
    expect(await store.events(query)).toHaveLength(count);
  }
  await db.command({ profile: 0 });
  const reads = await db
    .collection('system.profile')
    .find({ 'command.find': 'events', 'command.hint': /_kind$/ })
    .toArray();
  expect(reads).toHaveLength(3);
  for (const { hasSortStage, docsExamined, keysExamined, nreturned } of reads) {
    expect(hasSortStage).toBeUndefined();
    expect(docsExamined).toBe(nreturned);
    // Each nation's and kind's run is begun.
    expect(keysExamined).toBeLessThan(60);
  }
});
