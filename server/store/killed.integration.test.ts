/** What a killed process leaves behind: its lock for the next, and every commit it acknowledged. */
import { expect, vi } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import { openEmbeddedStore } from './embedded/embedded-store.ts';
import { openMongoStore } from './mongo/mongo-store.ts';
import { mongoTest } from './mongo/testing/processes.ts';
import { StoreNotOpened } from './store.ts';
import { dirTest as test } from './testing/data-dir.ts';
import { killAndRecover } from './testing/kills.ts';

vi.setConfig({ testTimeout: 600_000 });

test('a process excludes others while it lives, and has lost nothing that it acknowledged when it is killed', async ({
  dataDir,
}) => {
  const open = () => openEmbeddedStore({ dataDir });
  await killAndRecover({
    rounds: runs({ usual: 1, long: 25 }),
    place: dataDir,
    firstCommits: runs({ usual: 101, long: 0 }),
    open,
    async whileItRuns() {
      const refused = open();
      await expect(refused).rejects.toThrow(StoreNotOpened);
      await expect(refused).rejects.toThrow(
        `The data directory ${dataDir} is in use by another Denaria.`,
      );
    },
  });
});

mongoTest('nor has one on MongoDB lost anything', async ({ uri }) => {
  expect.hasAssertions();
  await killAndRecover({
    rounds: runs({ usual: 1, long: 5 }),
    place: uri,
    firstCommits: 101,
    open: () => openMongoStore({ uri }),
  });
});
