/** Games as streams: of form 8, as release 1.0.0 wrote it, and of the newest; and beside a game. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'libsql';
import { describe, expect } from 'vitest';
import { HOUR_MS, walletOf } from '../../../common/testing/fixtures.ts';
import { wallNow } from '../../lib/machine.ts';
import { pipe } from '../pipe.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { ABOVE_ALL, PART_NAMES, type Source, type StreamRow } from '../stream.ts';
import { dirTest as test } from '../testing/data-dir.ts';
import { commitAll, joining, receiptOf, story } from '../testing/fixtures.ts';
import { loaded } from '../testing/observe.ts';
import { openEmbeddedStore } from './embedded-store.ts';
import {
  openEmbeddedSnapshot,
  openEmbeddedSource,
  openEmbeddedTarget,
  openEmbeddedWallets,
} from './embedded-stream.ts';

const RELEASED = join(import.meta.dirname, '..', 'testing', 'released', '1.0.0');

/** The tables of form 8 that are streamed, in order. */
const PARTS_OF_8 = [
  'players',
  'stakes',
  'events',
  'receipts',
  'settings',
  'sessions',
  'past',
  'acts',
  'refusals',
];

/** Its database, and the log that its kill left. */
async function putReleased(dataDir: string): Promise<void> {
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
    const packed = await readFile(join(RELEASED, `${name}.br`));
    await writeFile(join(dataDir, name), brotliDecompressSync(packed));
  }
}

async function rowsOf(source: Source, aliveAt = wallNow()): Promise<Map<string, StreamRow[]>> {
  const found = new Map<string, StreamRow[]>();
  for await (const { part, rows } of source.stream(aliveAt)) {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(1000);
    found.set(part, [...(found.get(part) ?? []), ...rows]);
  }
  return found;
}

/** Of a file that is there as long as a closed connection is not collected. */
function logSize(dataDir: string): number {
  return statSync(join(dataDir, `${DATABASE_FILE}-wal`), { throwIfNoEntry: false })?.size ?? 0;
}

function inFile<Answer>(dataDir: string, work: (database: Database.Database) => Answer): Answer {
  const database = new Database(join(dataDir, DATABASE_FILE));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

describe('a game of form 8', () => {
  test('is streamed in its own parts, and left in its file alone', async ({ dataDir }) => {
    await putReleased(dataDir);
    const schema = 'SELECT sql FROM sqlite_schema ORDER BY name';
    const before = inFile(dataDir, (file) => file.prepare(schema).pluck().all());
    await putReleased(dataDir);
    const source = openEmbeddedSource({ dataDir });
    expect(await source.state()).toMatchObject({ form: 8, state: 'complete', isEmpty: false });
    const found = await rowsOf(source, 0);
    // Nothing of it lasts for ever but these.
    const late = await rowsOf(source, Number.MAX_SAFE_INTEGER);
    const lasting = ['players', 'stakes', 'events', 'settings', 'past', 'acts'];
    expect([...late.keys()]).toEqual(lasting.filter((part) => found.has(part)));
    await source.close();
    expect(logSize(dataDir)).toBe(0);
    inFile(dataDir, (file) => {
      expect(file.pragma('user_version')).toMatchObject([{ user_version: 8 }]);
      expect(file.prepare(schema).pluck().all()).toEqual(before);
      for (const part of PARTS_OF_8) {
        const [count] = file.prepare(`SELECT count(*) FROM ${part}`).pluck().all();
        expect([part, found.get(part)?.length ?? 0]).toEqual([part, count]);
      }
    });
    const inOrder = PARTS_OF_8.filter((part) => found.has(part));
    expect([...found.keys()]).toEqual(inOrder);
  });

  test('is piped into the newest form, which a server opens', async ({ dataDir }) => {
    await putReleased(dataDir);
    await expect(openEmbeddedStore({ dataDir })).rejects.toThrow(/npm run upgrade/);
    const newest = join(dataDir, 'newest');
    const copy = async () => {
      const source = openEmbeddedSource({ dataDir });
      const target = openEmbeddedTarget({ dataDir: newest });
      const piped = await pipe(source, target, { progress: () => undefined });
      const sent = await rowsOf(source);
      await Promise.all([source.close(), target.close()]);
      expect([logSize(dataDir), logSize(newest)]).toEqual([0, 0]);
      return { ...piped, sent };
    };
    const { moved, digest, sent } = await copy();
    expect(moved).toBe(true);
    const kept = ['settings', 'sessions', 'past', 'acts', 'refusals'];
    const count = kept.reduce((sum, part) => sum + (sent.get(part)?.length ?? 0), 0);
    expect(digest.get('rows')?.count).toBe(count);
    expect(await copy()).toMatchObject({ moved: false });

    const store = await openEmbeddedStore({ dataDir: newest });
    expect((await loaded(store)).rows).toHaveLength(sent.get('players')?.length ?? 0);
    for (const [name, value = ''] of sent.get('settings') ?? []) {
      expect(await store.rows('setting').get(String(name))).toMatchObject({ document: value });
    }
    const states = await store.rows('state').range({ limit: 9, order: 'ascending' });
    expect(states).toMatchObject([{ upTo: { number: sent.get('events')?.length } }]);
    await store.close();
  });

  test('is read beside its server, too', async ({ dataDir }) => {
    await putReleased(dataDir);
    const snapshot = openEmbeddedSnapshot({ dataDir });
    expect(await snapshot.state()).toMatchObject({ form: 8 });
    expect((await rowsOf(snapshot)).get('players')).not.toHaveLength(0);
    await snapshot.close();
    expect(() => openEmbeddedWallets({ dataDir })).toThrow(/npm run upgrade/);
  });
});

describe('a game of the newest form', () => {
  test('is streamed without what expired, and without what lives for minutes', async ({
    dataDir,
  }) => {
    const store = await openEmbeddedStore({ dataDir });
    await commitAll(store, story(walletOf(1)));
    await store.commit(joining(walletOf(2)), 0, receiptOf('kept'));
    const soon = receiptOf('expired', { expiresAt: wallNow() + 1 });
    await store.commit(joining(walletOf(3)), 0, soon);
    for (const kind of ['nonce', 'lease', 'notice'] as const) {
      await store.rows(kind).put({ key: 'a', document: 'not moved', ttlMs: HOUR_MS });
    }
    await store.rows('session').put({ key: 'expired', document: '', ttlMs: 1 });
    await store.rows('session').put({ key: 'kept', document: '🇮🇹', ttlMs: HOUR_MS });
    for (let n = 0; n < 1001; n += 1) {
      await store.rows('minute').put({ key: `${1000 + n}`, document: `${n}` });
    }
    const snapshot = openEmbeddedSnapshot({ dataDir });
    await store.commit(joining(walletOf(4)), 0, null);
    const found = await rowsOf(snapshot, wallNow() + 1);
    await snapshot.close();
    await store.close();
    expect([...found.keys()]).toEqual(PART_NAMES);
    expect(found.get('players')).toHaveLength(3);
    expect(found.get('receipts')?.map(([wallet]) => wallet)).toEqual([walletOf(2)]);
    const rows = found.get('rows') ?? [];
    expect(rows).toHaveLength(1002);
    expect(rows.slice(0, 2)).toEqual([
      ['minute', '1000', null, '0', null, null],
      ['minute', '1001', null, '1', null, null],
    ]);
    expect(rows.at(-1)).toEqual(['session', 'kept', null, '🇮🇹', expect.any(Number), null]);
    const versions = (found.get('events') ?? []).map(([wallet, version]) => [wallet, version]);
    const storied = story(walletOf(1)).map((_, n) => [walletOf(1), n + 1]);
    expect(versions).toEqual([...storied, [walletOf(2), 1], [walletOf(3), 1]]);
  });

  test('is read beside its server and while it is moved, wallet by wallet', async ({ dataDir }) => {
    const target = openEmbeddedTarget({ dataDir });
    await target.begin((await target.state()).epoch);
    await target.write({ part: 'rows', rows: [['act', '1', null, 'an act', null, null]] });
    await target.flush();
    await expect(openEmbeddedStore({ dataDir })).rejects.toThrow(/in use by another Denaria/);
    expect(() => openEmbeddedWallets({ dataDir })).toThrow(/has not finished/);
    const wallets = openEmbeddedWallets({ dataDir, evenIncomplete: true });
    await wallets.refresh();
    const acts = () => wallets.rows('act').range({ limit: 9, order: 'ascending' });
    expect(await acts()).toEqual([{ key: '1', document: 'an act', upTo: null }]);
    await wallets.close();
    await target.close();
    await expect(openEmbeddedStore({ dataDir })).rejects.toThrow(/has not finished/);
    const again = openEmbeddedTarget({ dataDir });
    await again.finish();
    await again.close();

    const store = await openEmbeddedStore({ dataDir });
    await commitAll(store, story(walletOf(1)));
    const later = openEmbeddedWallets({ dataDir });
    await later.refresh();
    const events: StreamRow[] = [];
    for await (const rows of later.read('events', { after: '', upTo: ABOVE_ALL })) {
      events.push(...rows);
    }
    expect(events.map(([, version]) => version)).toEqual(story(walletOf(1)).map((_, n) => n + 1));
    await later.close();
    await store.close();
  });

  test('is not of one moment if a server started on it meanwhile', async ({ dataDir }) => {
    await (await openEmbeddedStore({ dataDir })).close();
    const snapshot = openEmbeddedSnapshot({ dataDir });
    const store = await openEmbeddedStore({ dataDir });
    await commitAll(store, story(walletOf(1)));
    await expect(rowsOf(snapshot)).rejects.toThrow(/was started on .* while it was being read/);
    await snapshot.close();
    expect(() => openEmbeddedSource({ dataDir })).toThrow(/in use by another Denaria/);
    await store.close();
  });
});

test('a directory without a game is refused, and nothing is created in it', async ({ dataDir }) => {
  const nowhere = join(dataDir, 'nowhere');
  for (const open of [openEmbeddedSource, openEmbeddedSnapshot, openEmbeddedWallets]) {
    expect(() => open({ dataDir: nowhere })).toThrow(/holds no game/);
    expect(() => open({ dataDir })).toThrow(/holds no game/);
  }
  expect(existsSync(nowhere)).toBe(false);
  expect(readdirSync(dataDir)).toEqual([]);
});
