/**
 * Everything that is stored is moved by `npm run migrate` and is in its digest, or is listed here
 * with the reason why not.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { PART_NAMES, type PartName } from './archive.ts';
import { dirTest as test } from './testing/data-dir.ts';
import { DATABASE_FILE } from './stored-form.ts';
import { COLLECTION_NAMES } from './mongo/collections.ts';
import { mongoTest } from './mongo/testing/processes.ts';
import { receiptOf, sessionOf, story } from './testing/fixtures.ts';
import { actIn, inDirectory, inMongo, moved, using, type Location } from './testing/locations.ts';

/** Why a move leaves it. */
const NOT_MOVED = {
  data_set: 'the name of the data set, which each one has of its own',
  nonces: 'they live for five minutes: a player who was signing in starts again',
  notices: 'they live for seconds, and every process is stopped for a move',
  leases: 'processes hold them, and every process is stopped for a move',
};
/** The embedded store has neither leases nor notices: its one process holds them in memory. */
const TABLES = [...PART_NAMES, 'data_set', 'nonces'];
const COLLECTIONS = [...PART_NAMES, ...Object.keys(NOT_MOVED)];

/** By which the last row of a part is found. */
const KEYS: Readonly<Record<PartName, string>> = {
  players: 'id',
  stakes: 'id',
  events: 'rev',
  receipts: 'command_id',
  settings: 'name',
  sessions: 'id',
  past: 'at',
  acts: 'number',
  refusals: 'what',
};

const HOUR_MS = 3_600_000;

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
    await store.putSetting('cursor', '7');
    await store.beginSession(sessionOf(walletOf(1)), 1);
    const refusal = { wallet: walletOf(1), what: 'today busy', count: 1 };
    await store.countRefusals([{ ...refusal, expiresAt: Date.now() + HOUR_MS }]);
    const [last] = await store.events({ limit: 1, order: 'newest-first' });
    const upTo = last ? { rev: last.rev, number: 1 } : null;
    await store.writePast({
      expected: null,
      rows: [{ kind: 'state', at: 0, upTo, document: '{}' }],
      forget: null,
    });
  });
  await actIn(place, '{}');
}

describe('what the embedded store keeps', () => {
  test('is moved, or listed with a reason', async ({ dataDir }) => {
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

mongoTest('every collection is moved, or listed with a reason', async ({ uri, db }) => {
  await play(inMongo(uri));
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = found.map(({ name }) => name);
  expect(names.toSorted()).toEqual(COLLECTIONS.toSorted());
  expect(names.toSorted()).toEqual([...COLLECTION_NAMES, 'data_set'].toSorted());
});
