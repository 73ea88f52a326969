/** Ten thousand random players, in both stores. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openEmbeddedWallets } from '../store/embedded/embedded-archive.ts';
import type { WalletSource } from '../store/archive.ts';
import { openMongoWallets } from '../store/mongo/mongo-archive.ts';
import { inDirectory, inMongo, moved, using } from '../store/testing/locations.ts';
import { newDataFolder, removeDataFolder } from '../test/support/data-folder.ts';
import { audit } from './audit.ts';
import { commitPlayers, simulatedPlayers } from './testing/simulated.ts';

const PLAYERS = 10_000;
const LONG_MS = 600_000;

const mongo = await testMongo();
const players = simulatedPlayers(PLAYERS);
let dataDir: string;

beforeAll(async () => {
  dataDir = await newDataFolder();
  await using(inDirectory(dataDir), (store) => commitPlayers(store, players));
}, LONG_MS);

afterAll(() => removeDataFolder(dataDir));

async function expectAgreed(source: WalletSource): Promise<void> {
  const { differences, ...found } = await audit(source, null);
  await source.close();
  expect(differences).toEqual({ count: 0, listed: [] });
  expect(found.players).toBe(PLAYERS);
  expect(found.events).toBe(players.flat().length);
}

test(
  '[GDP1] the receipts of ten thousand players match what is stored',
  async () => {
    await expectAgreed(openEmbeddedWallets({ dataDir }));
  },
  LONG_MS,
);

test.skipIf(!mongo)(
  'and still do after a move to MongoDB',
  async () => {
    const database = mongo?.database();
    if (!database) throw new Error('there is no MongoDB');
    const { uri, drop } = database;
    try {
      await moved(inDirectory(dataDir), inMongo(uri));
      await expectAgreed(await openMongoWallets({ uri }));
    } finally {
      await drop();
    }
  },
  LONG_MS,
);
