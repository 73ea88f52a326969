/** Tests with several processes on one database, what a start refuses and what a process leaves. */
import { MongoClient, Timestamp, type Db } from 'mongodb';
import { expect, test, vi } from 'vitest';
import { testMongo } from '../../../../tools/test/mongo/test-mongo.ts';
import { newId } from '../../../lib/machine.ts';
import { StoreNotOpened, type Store } from '../../store.ts';
import { COLLECTION_NAMES, collectionsOf, DATA_SET_ID } from '../collections.ts';
import { openMongoStore } from '../mongo-store.ts';

interface Fixtures {
  readonly uri: string;
  readonly db: Db;
  /** Opens a store as another process would. */
  readonly open: () => Promise<Store>;
  /** The first such store. */
  readonly store: Store;
}

const mongo = await testMongo();

function newDatabase() {
  if (!mongo) throw new Error('there is no MongoDB');
  return mongo.database();
}

/* oxlint-disable no-empty-pattern -- vitest requires the first argument to be destructured. */
const onNew = test.extend<Fixtures>({
  uri: async ({}, use) => {
    const { uri, drop } = newDatabase();
    await use(uri);
    await drop();
  },
  db: async ({ uri }, use) => {
    const client = new MongoClient(uri);
    await use(client.db());
    await client.close();
  },
  open: async ({ uri }, use) => {
    const opened: Store[] = [];
    await use(async () => {
      const store = await openMongoStore({ uri });
      opened.push(store);
      return store;
    });
    await Promise.all(opened.map((store) => store.close()));
  },
  store: async ({ open }, use) => use(await open()),
});

/** Each on a database of its own, which does not exist yet. */
export const newMongoTest = onNew.skipIf(!mongo);

interface OnOne {
  $file: {
    /** The file's data set. */
    readonly shared: string;
  };
  $test: Pick<Fixtures, 'uri'>;
}

/** Each on the file's data set, which has been emptied: its collections and indexes are there. */
export const mongoTest = onNew
  .extend<OnOne>({
    shared: [
      async ({}, use) => {
        const { uri, drop } = newDatabase();
        await use(uri);
        await drop();
      },
      { scope: 'file' },
    ],
    uri: async ({ shared }, use) => {
      await emptyDataSet(shared);
      await use(shared);
    },
  })
  .skipIf(!mongo);
/* oxlint-enable no-empty-pattern */

/** Makes a data set a new one, if there is one: a tenth of the time of making one. */
export async function emptyDataSet(uri: string): Promise<void> {
  const client = new MongoClient(uri);
  const db = client.db();
  await Promise.all(COLLECTION_NAMES.map((name) => db.collection(name).deleteMany({})));
  const { dataSet } = collectionsOf(db);
  await dataSet.updateOne({ _id: DATA_SET_ID }, { $set: { epoch: newId() } });
  await client.close();
}

/** The message of a start that is refused. */
export async function refusalOf(uri: string): Promise<string> {
  try {
    const store = await openMongoStore({ uri });
    await store.close();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreNotOpened);
    return String(error);
  }
  throw new Error('it was opened');
}

/**
 * Takes an event's rev away, as soon as it is written: its process died between its commit and
 * that.
 */
export async function takeRevAway(db: Db, key: string, insertedAt: Timestamp): Promise<void> {
  const events = db.collection<{ _id: string }>('events');
  await vi.waitFor(async () => {
    const { modifiedCount } = await events.updateOne(
      { _id: key, rev: { $exists: true } },
      { $set: { insertedAt }, $unset: { rev: '' } },
    );
    expect(modifiedCount).toBe(1);
  }, 60_000);
}

/** The cluster time that is in a rev. */
export function timeOf(rev: string): Timestamp {
  const t = Number.parseInt(rev.slice(0, 8), 16);
  return new Timestamp({ t, i: Number.parseInt(rev.slice(8), 16) >>> 10 });
}
