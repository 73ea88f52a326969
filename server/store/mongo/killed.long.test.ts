/** Kill after kill of processes that commit to one database, each of which others then read. */
import { describe, expect, test, vi } from 'vitest';
import { testMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { killAndRecover } from '../testing/kills.ts';
import { openMongoStore } from './mongo-store.ts';

vi.setConfig({ testTimeout: 600_000 });

const mongo = await testMongo();
const ROUNDS = 5;

describe.skipIf(!mongo)('a process that is killed', () => {
  test(`${ROUNDS} times over has lost nothing that it acknowledged`, async () => {
    expect.hasAssertions();
    if (!mongo) return;
    const { uri, drop } = mongo.database();
    await killAndRecover({
      rounds: ROUNDS,
      place: uri,
      firstCommits: 101,
      open: () => openMongoStore({ uri }),
    });
    await drop();
  });
});
