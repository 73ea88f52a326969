/** The MongoDB store fulfils the contract of every store, and of those that keep games. */
import { MongoClient } from 'mongodb';
import { describe } from 'vitest';
import { testMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { storeContract } from '../testing/conformance.ts';
import { storeDurability, type DurableStore } from '../testing/durability.ts';
import { actIn, inMongo } from '../testing/locations.ts';
import { openMongoStore } from './mongo-store.ts';

const mongo = await testMongo();

async function openStore(): Promise<DurableStore> {
  if (!mongo) throw new Error('there is no MongoDB');
  const { uri, drop } = mongo.database();
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
      await drop();
    },
  };
}

describe.skipIf(!mongo)('with a replica set', () => {
  storeContract('the MongoDB store', openStore);
  storeDurability('the MongoDB store', openStore);
});
