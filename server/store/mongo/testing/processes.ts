/** Tests with several processes on one database of each test's own, what a start refuses and what a process leaves. */
import { MongoClient, Timestamp, type Db } from 'mongodb';
import { expect, test, vi } from 'vitest';
import { testMongo } from '../../../../tools/test/mongo/test-mongo.ts';
import { StoreNotOpened, type Store } from '../../store.ts';
import { openMongoStore } from '../mongo-store.ts';

interface Given {
  readonly uri: string;
  readonly db: Db;
  /** Opens a store as another process would. */
  readonly open: () => Promise<Store>;
  /** The first such store. */
  readonly store: Store;
}

const mongo = await testMongo();

/* oxlint-disable no-empty-pattern -- vitest requires the first argument to be destructured. */
export const mongoTest = test
  .extend<Given>({
    uri: async ({}, use) => {
      if (!mongo) throw new Error('there is no MongoDB');
      const { uri, drop } = mongo.database();
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
  })
  .skipIf(!mongo);
/* oxlint-enable no-empty-pattern */

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

/** Takes an event's rev away, as soon as it is written: its process died between its commit and that. */
export async function takeRevAway(db: Db, key: string, insertedAt: Timestamp): Promise<void> {
  const events = db.collection<{ _id: string }>('events');
  await vi.waitFor(async () => {
    const { modifiedCount } = await events.updateOne(
      { _id: key, rev: { $exists: true } },
      { $set: { insertedAt }, $unset: { rev: '' } },
    );
    expect(modifiedCount).toBe(1);
  }, 10_000);
}

/** The cluster time that is in a rev. */
export function timeOf(rev: string): Timestamp {
  const t = Number.parseInt(rev.slice(0, 8), 16);
  return new Timestamp({ t, i: Number.parseInt(rev.slice(8), 16) >>> 10 });
}
