/** What a killed process leaves behind: its lock for the next, and every commit it acknowledged. */
import { describe, expect, test } from 'vitest';
import { StoreNotOpened } from '../store.ts';
import { killAndRecover, startCommitting } from '../testing/kills.ts';
import { inDataDir } from './data-dir.ts';
import { openEmbeddedStore } from './embedded-store.ts';

describe('a process that is killed', () => {
  test('has lost nothing that it acknowledged', async () => {
    await inDataDir((dataDir) =>
      killAndRecover({
        rounds: 2,
        place: dataDir,
        firstCommits: 0,
        open: () => openEmbeddedStore({ dataDir }),
      }),
    );
  });

  test('excludes others while it lives, and no longer', async () => {
    await inDataDir(async (dataDir) => {
      const running = await startCommitting(dataDir);
      const refused = openEmbeddedStore({ dataDir });
      await expect(refused).rejects.toThrow(StoreNotOpened);
      await expect(refused).rejects.toThrow(
        `The data directory ${dataDir} is in use by another Denaria.`,
      );
      await running.kill();
      const store = await openEmbeddedStore({ dataDir });
      await store.ping();
      await store.close();
    });
  });
});
