/**
 * What the embedded store promises beyond the contract: its worker, its feeds, its housekeeping.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect } from 'vitest';
import { after, HOUR_MS, walletOf } from '../../../common/testing/fixtures.ts';
import { REV_ZERO, revSchema } from '../../../common/values/ids.ts';
import { StoreUnavailable, type Store } from '../store.ts';
import { commitAll, joining, receiptOf, stakingDena, story } from '../testing/fixtures.ts';
import { inParallel, recorder } from '../testing/observe.ts';
import { dirTest } from '../testing/data-dir.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { openEmbeddedStore } from './embedded-store.ts';

const test = dirTest.extend<{ readonly store: Store; readonly path: string }>({
  store: async ({ dataDir }, use) => {
    const store = await openEmbeddedStore({ dataDir });
    await use(store);
    await store.close();
  },
  path: async ({ dataDir }, use) => use(join(dataDir, DATABASE_FILE)),
});

describe('the embedded store', () => {
  test('reads a snapshot of several batches as of its first moment', async ({ store }) => {
    const total = 500;
    await inParallel(100, total, async (n) => {
      await store.commit(joining(walletOf(n + 1)), 0, null);
    });
    const sizes: number[] = [];
    const joinedGdp = new Set([joining(walletOf(1)).event.row.gdp]);
    const { rev, players } = await store.loadPlayers();
    for await (const batch of players) {
      sizes.push(batch.length);
      expect(new Set(batch.map(({ gdp }) => gdp))).toEqual(joinedGdp);
      // One that was already read, one that is yet to be read, one that is new.
      for (const n of [1, total]) {
        const player = await store.player(walletOf(n));
        if (player) await store.commit(stakingDena({ player }), player.version, null);
      }
      await store.commit(joining(walletOf(total + sizes.length)), 0, null);
    }
    expect(rev).toBe(revNumber(total));
    expect(sizes).toEqual([250, 250]);
  });

  test('deletes what has expired', async ({ dataDir }) => {
    const path = join(dataDir, DATABASE_FILE);
    const expired = Date.now() - HOUR_MS;
    const first = await openEmbeddedStore({ dataDir });
    await inParallel(600, 600, async (n) => {
      const receipt = n === 0 ? receiptOf('new') : receiptOf('old', { expiresAt: expired });
      const row = { key: `${n}`, document: '', ttlMs: n === 0 ? HOUR_MS : 1 };
      await Promise.all([
        first.commit(joining(walletOf(n + 1)), 0, receipt),
        first.rows('nonce').put(row),
      ]);
    });
    await first.rows('setting').put({ key: 'without an end', document: '' });
    await first.close();
    // It checks after a start, and continues with the next writes while something is left.
    const second = await openEmbeddedStore({ dataDir });
    await second.ping();
    await second.ping();
    await second.close();
    expect(count(path, 'receipts')).toBe(1);
    expect(count(path, 'rows')).toBe(2);
  });
});

test('leases and notices are in no file, and gone with their process', async ({
  store,
  dataDir,
  path,
}) => {
  const kinds = ['lease', 'notice'] as const;
  for (const kind of kinds) await store.rows(kind).put({ key: 'a', document: '' });
  expect(count(path, 'rows')).toBe(0);
  await store.close();
  const next = await openEmbeddedStore({ dataDir });
  for (const kind of kinds) expect(await next.rows(kind).get('a')).toBeNull();
  await next.close();
});

test('a feed is lost by itself if its rev is of another data set, its listener throws, or the store was closed', async ({
  store,
}) => {
  const [well, strange] = [recorder(), recorder()];
  const lost: Error[] = [];
  store.watch(REV_ZERO, well);
  store.watch(revNumber(999), strange);
  store.watch(REV_ZERO, {
    onEvent() {
      throw new Error('a bug');
    },
    onLost: (error) => lost.push(error),
  });
  await commitAll(store, story(walletOf(1)).slice(0, 3));
  await strange.events(1);
  expect(strange.lost).toMatchObject([{ message: expect.stringContaining('ends before') }]);
  expect(strange.received).toEqual([]);
  expect(lost).toMatchObject([{ cause: new Error('a bug') }]);
  expect(well.received).toHaveLength(3);

  await store.close();
  const late = recorder();
  store.watch(REV_ZERO, late);
  await late.events(1);
  expect(late.lost).toEqual([new StoreUnavailable('The store is closed.')]);
  expect(well.lost).toEqual([]);
});

test('an event that can’t be read is sent with its row if only its kind is unknown, and skipped otherwise', async ({
  store,
  path,
}) => {
  const revs = await commitAll(store, story(walletOf(1)).slice(0, 5));
  const connection = new Database(path);
  connection.exec(`
    UPDATE events SET document = json_set(document, '$.kind', 'works-given') WHERE rev = 2;
    UPDATE events SET document = '{' WHERE rev = 3;
    UPDATE events SET document = json_set(document, '$.row.gdp', 'much') WHERE rev = 4;`);
  connection.close();
  const all = await store.events({ limit: 3, order: 'oldest-first' });
  expect(all.map(({ rev }) => rev)).toEqual([revs[0], revs[1], revs[4]]);
  expect(all.map(({ kind }) => kind === 'unknown')).toEqual([false, true, false]);
  expect(await store.events({ limit: 2, order: 'newest-first' })).toEqual(
    all.slice(1).toReversed(),
  );
  const [catchingUp, live] = [recorder(), recorder()];
  store.watch(REV_ZERO, catchingUp);
  store.watch(revNumber(4), live);
  await catchingUp.events(9);
  expect(catchingUp.lost).toHaveLength(1);
  await live.events(1);
  expect(live.revs()).toEqual([revs[4]]);
  expect(store.unreadable.counts).toEqual({ detail: 1, row: 2 });
});

describe('the embedded store in trouble', () => {
  test('reports that it is unavailable while another program writes, and recovers', async ({
    store,
    path,
  }) => {
    const joined = joining(walletOf(1));
    await store.commit(joined, 0, null);
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    const staked = stakingDena(after(null, joined));
    const calls = [store.commit(staked, 1, null), store.ping()];
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) as unknown });
    }
    expect(await store.player(walletOf(1))).toEqual(joined.player);
    other.exec('ROLLBACK');
    other.close();
    expect(await store.commit(staked, 1, null)).toBe(revNumber(2));
  });

  test('gives up if its files are damaged under it, and reports it everywhere', async ({
    store,
    path,
  }) => {
    const changes = story(walletOf(1));
    const [live, catchingUp] = [recorder(), recorder()];
    store.watch(REV_ZERO, live);
    await commitAll(store, changes.slice(0, 2));
    const log = `${path}-wal`;
    writeFileSync(log, Buffer.alloc(statSync(log).size, 0xff));

    store.watch(revNumber(1), catchingUp);
    await expect(store.loadPlayers()).rejects.toThrow(StoreUnavailable);
    await expect(store.ping()).rejects.toThrow(/worker failed/);
    await expect(store.player(walletOf(1))).rejects.toThrow(StoreUnavailable);
    await live.events(3);
    expect(live.lost).toHaveLength(1);
    expect(catchingUp.lost).toHaveLength(1);
    expect(await store.lost).toMatchObject({
      name: 'StoreLost',
      message: expect.stringMatching(/The store in DATA_DIR is lost: .* restore a backup/),
    });
  });
});

function revNumber(n: number) {
  return revSchema.parse(n.toString(16).padStart(16, '0'));
}

function count(path: string, table: string): unknown {
  const connection = new Database(path);
  const row = connection.prepare(`SELECT count(*) FROM ${table}`).raw().get([]);
  connection.close();
  return Array.isArray(row) ? row[0] : row;
}
