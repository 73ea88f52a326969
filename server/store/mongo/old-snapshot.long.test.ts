/** A snapshot that is read more slowly than MongoDB keeps history for: 300 s, here none at all. */
import { MongoClient, type Db } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { testMongod } from '../../../tools/test/mongo/test-mongo.ts';
import { startTestSet } from '../../../tools/test/mongo/test-set.ts';
import { StoreUnavailable } from '../store.ts';
import { joining } from '../testing/fixtures.ts';
import { inParallel, loaded } from '../testing/observe.ts';
import { openMongoStore } from './mongo-store.ts';

const mongod = await testMongod();

/** Writes until a snapshot that begins now can no longer be read. */
async function forgetHistory(db: Db): Promise<void> {
  const session = db.client.startSession({ snapshot: true });
  const options = { session, readConcern: { level: 'snapshot' } } as const;
  const isGone = async () => {
    await db.collection('data_set').updateOne({}, { $currentDate: { pingedAt: true } });
    return db
      .collection('data_set')
      .findOne({}, options)
      .then(
        () => false,
        () => true,
      );
  };
  await isGone();
  await expect.poll(isGone, { timeout: 60_000 }).toBe(true);
  await session.endSession();
}

describe.skipIf(!mongod)('a snapshot that has outlived its server’s history', () => {
  test('fails as unavailable, and a new one is read to its end', async () => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 1 });
    const uri = set.uri('denaria');
    const client = new MongoClient(uri);
    try {
      const store = await openMongoStore({ uri });
      await inParallel(64, 1100, async (n) => {
        await store.commit(joining(walletOf(n + 1)), 0, null);
      });
      const { players } = await store.loadPlayers();
      const reader = players[Symbol.asyncIterator]();
      expect(await reader.next()).toMatchObject({ done: false });
      const window = { setParameter: 1, minSnapshotHistoryWindowInSeconds: 0 };
      await client.db('admin').command(window);
      await forgetHistory(client.db());
      // What had already arrived is still returned.
      const rest = async () => {
        while (!(await reader.next()).done);
      };
      await expect(rest()).rejects.toThrow(StoreUnavailable);
      await client.db('admin').command({ ...window, minSnapshotHistoryWindowInSeconds: 300 });
      expect((await loaded(store)).rows).toHaveLength(1100);
      await store.close();
    } finally {
      await client.close();
      await set.stop();
    }
  });
});
