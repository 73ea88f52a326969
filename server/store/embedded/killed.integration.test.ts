/** What a killed process leaves behind: its lock for the next, and every commit it acknowledged. */
import { expect } from 'vitest';
import { StoreNotOpened } from '../store.ts';
import { killAndRecover } from '../testing/kills.ts';
import { dirTest as test } from '../testing/data-dir.ts';
import { openEmbeddedStore } from './embedded-store.ts';

test('a process excludes others while it lives, and has lost nothing that it acknowledged when it is killed', async ({
  dataDir,
}) => {
  const open = () => openEmbeddedStore({ dataDir });
  await killAndRecover({
    rounds: 1,
    place: dataDir,
    firstCommits: 101,
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
