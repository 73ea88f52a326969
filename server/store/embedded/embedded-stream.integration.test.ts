/** A directory's game as a stream; pipe.integration.test.ts shows what becomes of streams. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect } from 'vitest';
import { HOUR_MS, walletOf } from '../../../common/testing/fixtures.ts';
import { wallNow } from '../../lib/machine.ts';
import { formOf } from '../forms.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { dirTest as test } from '../testing/data-dir.ts';
import { commitAll, joining, receiptOf, story } from '../testing/fixtures.ts';
import { LASTING_IN_8, rowsOf } from '../testing/observe.ts';
import { unpackInto } from '../testing/released-game.ts';
import { openEmbeddedStore } from './embedded-store.ts';
import {
  openEmbeddedSnapshot,
  openEmbeddedSource,
  openEmbeddedWallets,
} from './embedded-stream.ts';

test('a game of form 8 is streamed in its own parts, and left in its one file', async ({
  dataDir,
}) => {
  await unpackInto(dataDir, '1.0.0');
  const source = openEmbeddedSource(dataDir);
  expect(await source.state()).toMatchObject({ form: 8, state: 'complete', isEmpty: false });
  const found = await rowsOf(source, 0);
  const late = await rowsOf(source, Number.MAX_SAFE_INTEGER);
  expect([...late.keys()].toSorted()).toEqual(LASTING_IN_8);
  await source.close();
  expect(readdirSync(dataDir).filter((name) => name.startsWith('denaria.db-'))).toEqual([]);
  const file = new Database(join(dataDir, DATABASE_FILE));
  const counts = formOf(8).parts.map((part) => {
    const [count] = file.prepare(`SELECT count(*) FROM ${part}`).pluck().all();
    return [part, Number(count)] as const;
  });
  file.close();
  const present = counts.filter(([, count]) => count > 0);
  expect(Array.from(found, ([part, rows]) => [part, rows.length])).toEqual(present);
});

test('what expired, what lives for minutes and what came later is not in a snapshot', async ({
  dataDir,
}) => {
  const store = await openEmbeddedStore({ dataDir });
  await commitAll(store, story(walletOf(1)).slice(0, 2));
  await store.commit(joining(walletOf(2)), 0, receiptOf('alive'));
  const soon = receiptOf('expired', { expiresAt: wallNow() + 1 });
  await store.commit(joining(walletOf(3)), 0, soon);
  for (const kind of ['nonce', 'lease', 'notice'] as const) {
    await store.rows(kind).put({ key: 'a', document: 'not moved', ttlMs: HOUR_MS });
  }
  await store.rows('session').put({ key: 'expired', document: '', ttlMs: 1 });
  await store.rows('session').put({ key: 'alive', document: '🇮🇹', ttlMs: HOUR_MS });
  const snapshot = openEmbeddedSnapshot(dataDir);
  await store.commit(joining(walletOf(4)), 0, null);
  const found = await rowsOf(snapshot, wallNow() + 1);
  await snapshot.close();
  await store.close();
  expect(found.get('receipts')?.map(([wallet]) => wallet)).toEqual([walletOf(2)]);
  expect(found.get('rows')).toEqual([['session', 'alive', null, '🇮🇹', expect.any(Number), null]]);
  expect(found.get('events')?.map(([wallet, version]) => [wallet, version])).toEqual([
    [walletOf(1), 1],
    [walletOf(1), 2],
    [walletOf(2), 1],
    [walletOf(3), 1],
  ]);
});

test('a snapshot is not of one moment if a server started on it meanwhile', async ({ dataDir }) => {
  await (await openEmbeddedStore({ dataDir })).close();
  const snapshot = openEmbeddedSnapshot(dataDir);
  const store = await openEmbeddedStore({ dataDir });
  await commitAll(store, story(walletOf(1)));
  await expect(rowsOf(snapshot)).rejects.toThrow(/was started on .* while it was being read/);
  await snapshot.close();
  await store.close();
});

test('a directory without a game is refused, and nothing is created in it', ({ dataDir }) => {
  for (const open of [openEmbeddedSource, openEmbeddedSnapshot, openEmbeddedWallets]) {
    expect(() => open(join(dataDir, 'nowhere'))).toThrow(/holds no game/);
    expect(() => open(dataDir)).toThrow(/holds no game/);
  }
  expect(readdirSync(dataDir)).toEqual([]);
});
