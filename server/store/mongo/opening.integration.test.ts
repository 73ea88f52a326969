/**
 * What a start against the wrong MongoDB says: what is wrong and what to do, and never a password.
 */
import { describe, expect, test } from 'vitest';
import { collectionsOf, DATA_SET_ID, type StoredDocument } from './collections.ts';
import { assertReadable } from './data-set.ts';
import { newMongoTest, refusalOf } from './testing/processes.ts';

describe('a connection string that leads nowhere', () => {
  test.each([
    ['names no database', 'mongodb://denaria:secret@127.0.0.1:1/', /names no database/],
    ['is none', 'mongodb://denaria:secret@127.0.0.1:1:2/denaria', /can't be read/],
    [
      'names a file that is not there',
      'mongodb://denaria:secret@127.0.0.1:1/denaria?tls=true&tlsCAFile=/nowhere/ca.pem',
      /A file that MONGODB_URI names can't be read: ENOENT.*\/nowhere\/ca\.pem/,
    ],
    [
      'names a host that DNS doesn’t know',
      'mongodb+srv://denaria:secret@nowhere.invalid/denaria',
      /host of MONGODB_URI can't be looked up.*querySrv/,
    ],
    [
      'names a host where nobody answers',
      'mongodb://denaria:secret@127.0.0.1:1/denaria?replicaSet=rs0&serverSelectionTimeoutMS=100',
      /can't be used at 127\.0\.0\.1:1: .*Check that the replica set runs/,
    ],
  ])('is refused if it %s', async (_, uri, words) => {
    const refusal = await refusalOf(uri);
    expect(refusal).toMatch(words);
    expect(refusal).toMatch(/MONGODB_URI/);
    expect(refusal).not.toContain('secret');
  });
});

newMongoTest(
  'a database in which another program has a collection with one of our names is left alone',
  async ({ uri, db }) => {
    const events = db.collection('events');
    await events.insertOne({ dish: 'soup' });
    expect(await refusalOf(uri)).toMatch(
      /'events' that is another program's. Name another database/,
    );
    expect(await events.countDocuments()).toBe(1);
  },
);

newMongoTest(
  'so is one with rows that are no Denaria’s, but not one with notices of a process whose database was dropped',
  async ({ uri, db, open }) => {
    const rows = db.collection<StoredDocument>('rows');
    await rows.insertMany([{ _id: 'notice:watching:a', document: '' }, { _id: 'row 1' }]);
    expect(await refusalOf(uri)).toMatch(/'rows' that is another program's/);
    await rows.deleteOne({ _id: 'row 1' });
    await (await open()).ping();
  },
);

newMongoTest.for([
  [10, /newer Denaria \(version 10 .*knows 9\)\. Start that one, or restore/],
  [8, /older Denaria \(version 8 .*this one is 9\)\..* run `npm run upgrade`/],
  [7, /older Denaria.*\(version 7; .*Name another database in MONGODB_URI to begin a new game/],
] as const)(
  'a database of form %i is refused, and left as it is',
  async ([version, words], { uri, db }) => {
    const { dataSet } = collectionsOf(db);
    const found = { epoch: 'e', version, state: 'complete', orderBase: 0 } as const;
    await dataSet.insertOne({ _id: DATA_SET_ID, ...found });
    expect(await refusalOf(uri)).toMatch(words);
    await expect(assertReadable(db)).rejects.toThrow(words);
    expect((await db.listCollections().toArray()).map(({ name }) => name)).toEqual(['data_set']);
  },
);

newMongoTest('a database is refused if its set has another name', async ({ uri }) => {
  const other = uri.replace(/replicaSet=[^&]*/, 'replicaSet=other&serverSelectionTimeoutMS=100');
  expect(await refusalOf(other)).toMatch(
    /no server there belongs to a replica set named 'other'\. Set replicaSet in MONGODB_URI/,
  );
});

newMongoTest(
  'a database gets the indexes and collections that a restore left out',
  async ({ db, open }) => {
    await (await open()).close();
    const indexes = async () => {
      const all = (await db.collections()).map(async (one) => {
        const names = (await one.indexes()).map(({ name }) => name);
        return [one.collectionName, new Set(names)] as const;
      });
      return new Map(await Promise.all(all));
    };
    const whole = await indexes();
    for (const one of await db.collections()) await one.dropIndexes();
    await db.dropCollection('rows');
    await open();
    expect(await indexes()).toEqual(whole);
  },
);

newMongoTest(
  'a database is opened by several processes concurrently, which agree on its name',
  async ({ open }) => {
    const stores = await Promise.all(Array.from({ length: 4 }, open));
    const snapshots = await Promise.all(stores.map((store) => store.loadPlayers()));
    expect(new Set(snapshots.map(({ epoch }) => epoch)).size).toBe(1);
  },
);
