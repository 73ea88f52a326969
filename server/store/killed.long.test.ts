/** Kill after kill on one data directory, and of processes that commit to one database. */
import { expect, vi } from 'vitest';
import { openEmbeddedStore } from './embedded/embedded-store.ts';
import { openMongoStore } from './mongo/mongo-store.ts';
import { mongoTest } from './mongo/testing/processes.ts';
import { dirTest } from './testing/data-dir.ts';
import { killAndRecover } from './testing/kills.ts';

vi.setConfig({ testTimeout: 600_000 });

dirTest(
  'a process on the embedded store that is killed 25 times has lost nothing',
  async ({ dataDir }) => {
    expect.hasAssertions();
    const open = () => openEmbeddedStore({ dataDir });
    await killAndRecover({ rounds: 25, place: dataDir, firstCommits: 0, open });
  },
);

mongoTest('nor has one on MongoDB that is killed 5 times', async ({ uri }) => {
  expect.hasAssertions();
  const open = () => openMongoStore({ uri });
  await killAndRecover({ rounds: 5, place: uri, firstCommits: 101, open });
});
