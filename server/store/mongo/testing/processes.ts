/** Tests with several processes on one database of each test's own. */
import { MongoClient, type Db } from 'mongodb';
import { test } from 'vitest';
import { testMongo } from '../../../../tools/test/mongo/test-mongo.ts';
import type { Store } from '../../store.ts';
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
