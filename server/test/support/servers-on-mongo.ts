/** Two servers on one MongoDB: each has a store and a chain of its own, as two processes have. */
import type { TestMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { openMongoStore } from '../../store/mongo/mongo-store.ts';
import { Harness } from './harness.ts';

export async function serversOnMongo(mongo: TestMongo, env: Readonly<Record<string, string>>) {
  const { uri, drop } = mongo.database();
  const start = async () => {
    const store = await openMongoStore({ uri });
    return { store, server: await Harness.start({ store, env }) };
  };
  const [first, second] = [await start(), await start()];
  return {
    servers: [first.server, second.server] as const,
    stores: [first.store, second.store] as const,
    uri,
    /** Ends them, and removes the database. */
    async close() {
      for (const { server, store } of [first, second]) {
        await server.close();
        await store.close();
      }
      await drop();
    },
  };
}
