/** Kill after kill on one data directory: killed.integration.test.ts, many times over. */
import { expect, test, vi } from 'vitest';
import { killAndRecover } from '../testing/kills.ts';
import { inDataDir } from '../testing/data-dir.ts';
import { openEmbeddedStore } from './embedded-store.ts';

vi.setConfig({ testTimeout: 600_000 });

const ROUNDS = 25;

test(`a process that is killed ${ROUNDS} times over has lost nothing that it acknowledged`, async () => {
  expect.hasAssertions();
  await inDataDir((dataDir) =>
    killAndRecover({
      rounds: ROUNDS,
      place: dataDir,
      firstCommits: 0,
      open: () => openEmbeddedStore({ dataDir }),
    }),
  );
});
