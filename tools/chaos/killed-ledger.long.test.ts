/**
 * Processes that commit and write the ledger are killed at any moment, on both stores; on MongoDB,
 * two at once believe in their lease.
 */
import { test } from 'vitest';
import { inDataDir } from '../../server/store/testing/data-dir.ts';
import { inDirectory, inMongo } from '../../server/store/locations.ts';
import { testMongo } from '../test/mongo/test-mongo.ts';
import { killAndGoOn } from './kill-ledger.ts';

const KILLS = 3;

const mongo = await testMongo();

test('no checkpoint of the embedded store is contradicted, no acknowledged commit is lost, and each is a leaf', () =>
  inDataDir((dataDir) => killAndGoOn(inDirectory(dataDir), { places: [dataDir], kills: KILLS })));

test.skipIf(!mongo)('nor on MongoDB, with two at once', async () => {
  const database = mongo?.database();
  if (!database) return;
  const { uri, drop } = database;
  try {
    await killAndGoOn(inMongo(uri), { places: [uri, uri], kills: KILLS });
  } finally {
    await drop();
  }
});
