/** The MongoDB store fulfils the contract of every store, and of those that keep games. */
import { MongoClient } from 'mongodb';
import { afterAll, describe } from 'vitest';
import { testMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { storeContract } from '../testing/conformance.ts';
import { storeDurability, type DurableStore } from '../testing/durability.ts';
import { inMongo } from '../locations.ts';
import { actIn } from '../testing/locations.ts';
import { openMongoStore } from './mongo-store.ts';
import { emptyDataSet } from './testing/processes.ts';

const mongo = await testMongo();

/** Data sets that no case uses any longer. */
const free: string[] = [];
const databases: { readonly drop: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const { drop } of databases) await drop();
});

/** A new data set, or one that has been emptied, which costs a tenth. */
function dataSet(): string {
  const emptied = free.pop();
  if (emptied !== undefined) return emptied;
  if (!mongo) throw new Error('there is no MongoDB');
  const database = mongo.database();
  databases.push(database);
  return database.uri;
}

async function openStore(): Promise<DurableStore> {
  const uri = dataSet();
  const store = await openMongoStore({ uri });
  let current = store;
  return {
    store,
    async damage(wallet) {
      const client = new MongoClient(uri);
      const players = client.db().collection<{ _id: string }>('players');
      const damaged = { $set: { standing: 'damaged' } };
      await players.updateOne({ _id: wallet }, damaged, { bypassDocumentValidation: true });
      await client.close();
    },
    act: (document) => actIn(inMongo(uri), document),
    async reopen() {
      await current.close();
      current = await openMongoStore({ uri });
      return current;
    },
    async dispose() {
      await current.close();
      await emptyDataSet(uri);
      free.push(uri);
    },
  };
}

describe.skipIf(!mongo)('with a replica set', () => {
  storeContract('the MongoDB store', openStore);
  storeDurability('the MongoDB store', openStore);
});
