/** A process that commits and writes the ledger is killed while it adds what was there before. */
import { test } from 'vitest';
import { inDataDir } from '../../server/store/testing/data-dir.ts';
import { inDirectory } from '../../server/store/locations.ts';
import { killAndGoOn } from './kill-ledger.ts';

test('no checkpoint of the embedded store is contradicted, no acknowledged commit is lost, and each is a leaf', () =>
  inDataDir((dataDir) => killAndGoOn(inDirectory(dataDir), { places: [dataDir], kills: 1 })));
