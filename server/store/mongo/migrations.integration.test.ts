/** Steps from form to form, made up here, and the forms that are refused. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { describe, expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import type { Store } from '../store.ts';
import { commitAll, joining } from '../testing/fixtures.ts';
import { collectionsOf, DATA_SET_ID } from './collections.ts';
import { holdLease } from './processes.ts';
import { assertReadable, openDataSet, type Step } from './migrations.ts';
import { refusalOf } from './testing/refusal.ts';
import { mongoTest as test } from './testing/processes.ts';

const PLAYERS = 4;

async function joinAll(store: Store): Promise<void> {
  for (let n = 1; n <= PLAYERS; n += 1) await commitAll(store, [joining(walletOf(n))]);
}

/** Raises every player's number, which a step that is taken again in full would raise again. */
const later: Step = async (db) => {
  for (const _id of await walletsOf(db)) {
    await db
      .collection<{ _id: string }>('players')
      .updateOne({ _id, later: { $exists: false } }, { $set: { later: 1 } });
    await sleep(20);
  }
  await db
    .collection<{ _id: string }>('settings')
    .updateOne(
      { _id: 'taken' },
      [{ $set: { value: { $concat: [{ $ifNull: ['$value', ''] }, 'once '] } } }],
      { upsert: true },
    );
};

async function walletsOf(db: Db): Promise<string[]> {
  const players = await db.collection<{ _id: string }>('players').find().toArray();
  return players.map(({ _id }) => _id);
}

async function lookAt(db: Db) {
  const { dataSet, settings } = collectionsOf(db);
  return {
    form: (await dataSet.findOne())?.version,
    changed: await db.collection('players').countDocuments({ later: 1 }),
    taken: (await settings.findOne({ _id: 'taken' }))?.value,
  };
}

const AFTER = { form: 9, changed: PLAYERS, taken: 'once ' };

describe('a step to form 9', () => {
  test('is taken once, by one of the processes that start together', async ({ store, db }) => {
    await joinAll(store);
    const opened = await Promise.all([1, 2, 3].map(() => openDataSet(db, [later])));
    expect(opened.map(({ version }) => version)).toEqual([9, 9, 9]);
    expect(await lookAt(db)).toEqual(AFTER);
    await openDataSet(db, [later]);
    expect(await lookAt(db)).toEqual(AFTER);
  });

  test('that ended half way, in a process that died, is taken again by the next', async ({
    store,
    db,
  }) => {
    await joinAll(store);
    const half: Step = async () => {
      await db.collection('players').updateOne({}, { $set: { later: 1 } });
      throw new Error('its process died');
    };
    await expect(openDataSet(db, [half])).rejects.toThrow('its process died');
    expect(await lookAt(db)).toEqual({ form: 8, changed: 1, taken: undefined });
    // One that was killed leaves its lease as well.
    await holdLease(collectionsOf(db).leases, 'stored-form', 'a killed process', 500);
    await openDataSet(db, [later]);
    expect(await lookAt(db)).toEqual(AFTER);
  });

  test('is not taken by a reader, which says what takes it', async ({ store, db }) => {
    await joinAll(store);
    await expect(assertReadable(db, 9)).rejects.toThrow(
      /earlier form \(version 8; this Denaria reads 9\)\. Start the game on it once/,
    );
  });
});

describe('a database is refused, with what to do, and left as it is', () => {
  test.for([
    [9, /newer Denaria \(version 9 .*knows 8\)\. Start that one, or restore/],
    [7, /older Denaria.*\(version 7; .*Name another database in MONGODB_URI to begin a new game/],
  ] as const)('if its form is %i', async ([version, words], { uri, db }) => {
    const { dataSet } = collectionsOf(db);
    await dataSet.insertOne({
      _id: DATA_SET_ID,
      epoch: 'e',
      version,
      state: 'complete',
      orderBase: 0,
    });
    expect(await refusalOf(uri)).toMatch(words);
    await expect(assertReadable(db)).rejects.toThrow(words);
    expect((await db.listCollections().toArray()).map(({ name }) => name)).toEqual(['data_set']);
  });
});
