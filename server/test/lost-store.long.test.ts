/**
 * A process whose MongoDB is unavailable, however long, serves what it can and recovers by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { testMongod } from '../../tools/test/mongo/test-mongo.ts';
import { startTestSet } from '../../tools/test/mongo/test-set.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { joins, startProcess } from './support/processes.ts';
import { listAt } from './support/http-client.ts';

/** Longer than the driver looks for a primary, and than any of the store's own timeouts. */
const OUTAGE_MS = 15_000;

const mongod = await testMongod();

test.skipIf(!mongod)(
  'answers reads, refuses commands with 503, and recovers by itself',
  async () => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 1 });
    const dataDir = await newDataFolder();
    const env = { MONGODB_URI: set.uri('away'), WALLET_PROOF: 'off', LOG_LEVEL: 'fatal' };
    const game = await startProcess({ DATA_DIR: dataDir, ...env }, dataDir);
    const joined = (n: number) => joins(game, walletOf(n));
    const listed = async () => (await listAt(game.url)).length;
    try {
      expect(await joined(1)).toBe(201);
      await expect.poll(listed).toBe(1);
      const [node] = set.nodes;
      node?.kill();
      const until = performance.now() + OUTAGE_MS;
      do {
        expect(await listed()).toBe(1);
        expect(await joined(2)).toBe(503);
        // Later ones are refused at once.
        await sleep(500);
      } while (performance.now() < until);
      await node?.start();
      await expect.poll(() => joined(3), { timeout: 30_000 }).toBe(201);
      await expect.poll(listed).toBeGreaterThanOrEqual(2);
      expect(game.endedByItself()).toBe(false);
    } finally {
      game.signal('SIGKILL');
      await game.exit;
      await removeDataFolder(dataDir);
      await set.stop();
    }
  },
);
