/** The MongoDB store keeps the contract of every store. */
import { describe } from 'vitest';
import { testMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { storeContract } from '../testing/conformance.ts';
import { openMongoStore } from './mongo-store.ts';

const mongo = await testMongo();

describe.skipIf(!mongo)('with a replica set', () => {
  storeContract('the MongoDB store', async () => {
    if (!mongo) throw new Error('there is no MongoDB');
    const { uri, drop } = mongo.database();
    const store = await openMongoStore({ uri });
    let current = store;
    return {
      store,
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
  });
});
