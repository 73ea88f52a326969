/** A database's game as a stream; pipe.integration.test.ts shows what becomes of streams. */
import { expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { formOf } from '../forms.ts';
import { holdLease, releaseLease } from '../kept/leases.ts';
import { joining } from '../testing/fixtures.ts';
import { LASTING_IN_8, rowsOf } from '../testing/observe.ts';
import type { StoredDocument } from './collections.ts';
import { openMongoSnapshot, openMongoSource, openMongoTarget } from './mongo-stream.ts';
import { loadReleased } from './testing/load-dump.ts';
import { newMongoTest as test } from './testing/processes.ts';

const IN_USE = /A Denaria is running on this database/;
const LONG_MS = 60_000;

test('a game of form 8 is streamed in its own parts, if no server of it runs', async ({
  uri,
  db,
}) => {
  await loadReleased(db, '1.0.0');
  const counts = formOf(8).parts.map(async (part) => {
    return [part, await db.collection(part).countDocuments()] as const;
  });
  const present = (await Promise.all(counts)).filter(([, count]) => count > 0);
  for (const open of [openMongoSource, openMongoSnapshot]) {
    const source = await open(uri);
    expect(await source.state()).toMatchObject({ form: 8, state: 'complete' });
    const found = await rowsOf(source, 0);
    expect(Array.from(found, ([part, rows]) => [part, rows.length])).toEqual(present);
    const late = await rowsOf(source, 8.64e15);
    expect([...late.keys()].toSorted()).toEqual(LASTING_IN_8);
    await source.close();
  }
  const leases = db.collection<StoredDocument>('leases');
  const until = new Date(Date.now() + LONG_MS);
  await leases.insertOne({ _id: 'test', holder: 'a server', until });
  await expect(openMongoSource(uri)).rejects.toThrow(IN_USE);
  await db.dropDatabase();
  await expect(openMongoSource(uri)).rejects.toThrow(/holds no game. Name the MONGODB_URI/);
});

test('a game is not moved while a server uses it, nor if one began to meanwhile', async ({
  uri,
  store,
}) => {
  await store.commit(joining(walletOf(1)), 0, null);
  await holdLease(store, 'a job', 'a server', LONG_MS);
  await expect(openMongoSource(uri)).rejects.toThrow(IN_USE);
  await releaseLease(store, 'a job', 'a server');
  const source = await openMongoSource(uri);
  await rowsOf(source);
  await holdLease(store, 'a job', 'a server', LONG_MS);
  await expect(rowsOf(source)).rejects.toThrow(IN_USE);
  await releaseLease(store, 'a job', 'a server');
  const reading = async () => {
    for await (const { part } of source.stream(0)) {
      if (part === 'events') await store.commit(joining(walletOf(2)), 0, null);
    }
  };
  await expect(reading()).rejects.toThrow(/, 1 have no place.* Stop every one/);
  await source.close();
});

test('of two moves into one database only the last that began ends, and none into a game', async ({
  uri,
  db,
}) => {
  const open = () => openMongoTarget(uri);
  const [early, late] = [await open(), await open()];
  const { epoch } = await early.state();
  await early.begin(epoch);
  await expect(late.begin(epoch)).rejects.toThrow(/moved into .* meanwhile/);
  // What a killed one left may be begun again, by two as well.
  const [first, second] = [await open(), await open()];
  await first.begin(epoch);
  await second.begin(epoch);
  for (const target of [early, first]) {
    await expect(target.finish()).rejects.toThrow(/moved into .* meanwhile/);
  }
  const stalled = await open();
  await second.finish();
  await expect(stalled.begin(epoch)).rejects.toThrow(/moved into .* meanwhile/);
  for (const target of [early, late, first, second, stalled]) await target.close();

  // What an operator of the old version does while its game is upgraded.
  await db.dropDatabase();
  await loadReleased(db, '1.0.0');
  const source = await openMongoSource(uri);
  await rowsOf(source, 0);
  await source.assertUnchanged?.();
  await db
    .collection<StoredDocument>('acts')
    .insertOne({ _id: '0000000000000100', document: '{}' });
  await expect(source.assertUnchanged?.()).rejects.toThrow(/an operator acted/);
  await source.close();
});
