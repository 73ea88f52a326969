/** Kill after kill on one data directory, and of processes that commit to one database. */
import { expect, test, vi } from 'vitest';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openEmbeddedStore } from './embedded/embedded-store.ts';
import { openMongoStore } from './mongo/mongo-store.ts';
import { inDataDir } from './testing/data-dir.ts';
import { killAndRecover } from './testing/kills.ts';

vi.setConfig({ testTimeout: 600_000 });

const mongo = await testMongo();

test('a process on the embedded store that is killed 25 times has lost nothing that it acknowledged', async () => {
  expect.hasAssertions();
  await inDataDir((dataDir) =>
    killAndRecover({
      rounds: 25,
      place: dataDir,
      firstCommits: 0,
      open: () => openEmbeddedStore({ dataDir }),
    }),
  );
});

test.skipIf(!mongo)('nor has one on MongoDB that is killed 5 times', async () => {
  expect.hasAssertions();
  if (!mongo) return;
  const { uri, drop } = mongo.database();
  await killAndRecover({
    rounds: 5,
    place: uri,
    firstCommits: 101,
    open: () => openMongoStore({ uri }),
  });
  await drop();
});
