/**
 * Everything that is stored is a part of the stream, but for the name of the data set, and a move
 * notices what is missing.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { putSetting } from './kept/settings.ts';
import { dirTest as test } from './testing/data-dir.ts';
import { DATABASE_FILE } from './stored-form.ts';
import { COLLECTION_NAMES } from './mongo/collections.ts';
import { mongoTest } from './mongo/testing/processes.ts';
import { PART_NAMES, type PartName } from './stream.ts';
import { receiptOf, story } from './testing/fixtures.ts';
import { inDirectory, inMongo, moved, using, type Location } from './testing/locations.ts';

const TABLES = [...PART_NAMES, 'data_set'];

/** By which the last row of a part is found. */
const KEYS: Readonly<Record<PartName, string>> = {
  players: 'id',
  stakes: 'id',
  events: 'rev',
  receipts: 'command_id',
  rows: 'key',
};

function namesIn(dataDir: string, sql: string): string[] {
  const database = new Database(join(dataDir, DATABASE_FILE));
  const names = database.prepare(sql).pluck().all().map(String);
  database.close();
  return names;
}

async function play(place: Location): Promise<void> {
  await using(place, async (store) => {
    for (const [n, change] of story(walletOf(1)).entries()) {
      await store.commit(change, n, receiptOf(`command-${n}`));
    }
    await putSetting(store, 'cursor', '7');
  });
}

describe('what the embedded store keeps', () => {
  test('is in the parts of a stream', async ({ dataDir }) => {
    await using(inDirectory(dataDir), async () => {});
    const tables = namesIn(
      dataDir,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    expect(tables.toSorted()).toEqual(TABLES.toSorted());
  });

  test('is compared after a move: one missing of any part is noticed', async ({
    dataDir: folder,
  }) => {
    const from = inDirectory(join(folder, 'from'));
    const whole = join(folder, 'whole');
    await play(from);
    await moved(from, inDirectory(whole));
    expect(await moved(from, inDirectory(whole))).toMatchObject({ moved: false });
    for (const part of PART_NAMES) {
      const lacking = join(folder, part);
      cpSync(whole, lacking, { recursive: true });
      const database = new Database(join(lacking, DATABASE_FILE));
      const key = KEYS[part];
      database.exec(`DELETE FROM ${part} WHERE ${key} = (SELECT max(${key}) FROM ${part})`);
      database.close();
      await expect(moved(from, inDirectory(lacking)), part).rejects.toThrow(/another game/);
    }
  });
});

mongoTest('every collection is a part of a stream', async ({ uri, db }) => {
  await play(inMongo(uri));
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = found.map(({ name }) => name);
  expect(names.toSorted()).toEqual(TABLES.toSorted());
  expect(names.toSorted()).toEqual([...COLLECTION_NAMES, 'data_set'].toSorted());
});
