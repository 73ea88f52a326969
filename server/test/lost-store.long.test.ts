/**
 * A process whose MongoDB is unavailable, however long, serves what it can and recovers by itself.
 */
import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { Game } from '../../tools/rig/game.ts';
import { wait } from '../../tools/test/counts.ts';
import { testMongod } from '../../tools/test/mongo/test-mongo.ts';
import { startTestSet } from '../../tools/test/mongo/test-set.ts';
import { listAt } from './support/http-client.ts';

/** Longer than the driver looks for a primary, and than any of the store's own timeouts. */
const OUTAGE_MS = 15_000;

const mongod = await testMongod();

test.skipIf(!mongod)(
  'answers reads, refuses commands with 503, and recovers by itself',
  async () => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 1 });
    const game = await Game.start({ program: 'source', mongodbUri: set.uri('away') });
    const joined = (n: number) => game.joins(walletOf(n));
    const listed = async () => (await listAt(game.server.url)).length;
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
        await wait(500);
      } while (performance.now() < until);
      await node?.start();
      await expect.poll(() => joined(3)).toBe(201);
      await expect.poll(listed).toBeGreaterThanOrEqual(2);
      expect(game.server.endedByItself()).toBe(false);
    } finally {
      await game.close();
      await set.stop();
    }
  },
);
