/** Several processes on one database of a test's own. */
import { MongoClient, type Db } from 'mongodb';
import type { TestMongo } from '../../../../tools/test/mongo/test-mongo.ts';
import type { Store } from '../../store.ts';
import { openMongoStore } from '../mongo-store.ts';

export interface Processes {
  readonly uri: string;
  readonly db: Db;
  /** A store as another process would open it. */
  readonly open: () => Promise<Store>;
}

export async function withProcesses(
  mongo: TestMongo | null,
  work: (processes: Processes) => Promise<void>,
): Promise<void> {
  if (!mongo) throw new Error('there is no MongoDB');
  const { uri, drop } = mongo.database();
  const client = new MongoClient(uri);
  const opened: Store[] = [];
  try {
    await work({
      uri,
      db: client.db(),
      async open() {
        const store = await openMongoStore({ uri });
        opened.push(store);
        return store;
      },
    });
  } finally {
    await Promise.all(opened.map((store) => store.close()));
    await client.close();
    await drop();
  }
}
