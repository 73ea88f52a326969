/** A backup that takes longer than MongoDB keeps its moment readable. */
import { join } from 'node:path';
import { readdir } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { wait } from '../../tools/test/counts.ts';
import { testMongod } from '../../tools/test/mongo/test-mongo.ts';
import { startTestSet } from '../../tools/test/mongo/test-set.ts';
import { writeBackup } from './backup-file.ts';
import { inDataDir } from './testing/data-dir.ts';
import { commitAll, joining } from './testing/fixtures.ts';
import { inMongo } from './locations.ts';
import { streamedAs, using } from './testing/locations.ts';

const mongod = await testMongod();
/** Of players, so that a part takes several reads. */
const COUNT = 2500;
const WINDOW_S = 5;

test.skipIf(!mongod)(
  'is refused in words that name the remedy, leaves no file, and works with it',
  { timeout: 240_000 },
  async () => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 1 });
    const uri = set.uri('denaria');
    const client = new MongoClient(set.uri('admin'));
    const keep = (seconds: number) =>
      client.db().command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: seconds });
    try {
      await inDataDir(async (folder) => {
        await using(inMongo(uri), async (store) => {
          for (let n = 0; n < COUNT; n += 100) {
            const wallets = Array.from({ length: 100 }, (_, m) => walletOf(n + m + 1));
            await Promise.all(wallets.map((wallet) => store.commit(joining(wallet), 0, null)));
          }
          let next = COUNT;
          /** Its events take longer than the window, while the game goes on. */
          const backUpSlowly = async (path: string) => {
            const source = await inMongo(uri).snapshot();
            const slow = streamedAs(source, async function* readSlowly(batches) {
              for await (const batch of batches) {
                yield batch;
                if (batch.part !== 'events') continue;
                for (let s = 0; s < 2 * WINDOW_S; s += 1) {
                  next += 1;
                  await commitAll(store, [joining(walletOf(next))]);
                  await wait(1000);
                }
              }
            });
            try {
              return await writeBackup(slow, path, () => undefined);
            } finally {
              await source.close();
            }
          };
          await keep(WINDOW_S);
          await expect(backUpSlowly(join(folder, 'a.backup'))).rejects.toThrow(
            /no longer has the moment that was being read\. .*minSnapshotHistoryWindowInSeconds: 3600/,
          );
          expect(await readdir(folder)).toEqual([]);
          await keep(3600);
          const digest = await backUpSlowly(join(folder, 'b.backup'));
          expect(digest.get('events')?.count).toBe(digest.get('players')?.count);
        });
      });
    } finally {
      await client.close();
      await set.stop();
    }
  },
);
