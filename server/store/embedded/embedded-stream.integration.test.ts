/** A directory's game as a stream; pipe.integration.test.ts shows what becomes of streams. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { formOf } from '../forms.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { dirTest as test } from '../testing/data-dir.ts';
import { commitAll, story } from '../testing/fixtures.ts';
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
