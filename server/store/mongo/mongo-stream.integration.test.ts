/** A whole game read from a database and written into one: of release 1.0.0, and of the newest form. */
import { MongoClient, type Db } from 'mongodb';
import { describe, expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../../common/values/ids.ts';
import { formOf } from '../forms.ts';
import { exchange } from '../kept/notices.ts';
import { holdLease, releaseLease } from '../kept/leases.ts';
import { pipe } from '../pipe.ts';
import { numberKey } from '../rows.ts';
import { FIRST_FORM } from '../stored-form.ts';
import type { Source, StreamRow } from '../stream.ts';
import { commitAll, joining, receiptOf, story } from '../testing/fixtures.ts';
import { allEvents } from '../testing/observe.ts';
import { collectionsOf, type Kept } from './collections.ts';
import {
  openMongoSnapshot,
  openMongoSource,
  openMongoTarget,
  openMongoWallets,
} from './mongo-stream.ts';
import { loadReleased } from './testing/load-dump.ts';
import { newMongoTest as test, takeRevAway, timeOf } from './testing/processes.ts';

const IN_USE = /A Denaria is running on this database/;
const LONG_MS = 60_000;

async function using<Opened extends { close(): Promise<void> }, Answer>(
  opening: Promise<Opened>,
  work: (opened: Opened) => Promise<Answer>,
): Promise<Answer> {
  const opened = await opening;
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** A new database beside one. */
async function inAnother(uri: string, work: (uri: string, db: Db) => Promise<void>): Promise<void> {
  const newUri = uri.replace(/denaria_test_\w+/, '$&_new');
  const client = new MongoClient(newUri);
  try {
    await work(newUri, client.db());
  } finally {
    await client.db().dropDatabase();
    await client.close();
  }
}

/** What is streamed of each part, in the order of the parts. */
async function partsOf(source: Source, aliveAt = Date.now()) {
  const parts = new Map<string, StreamRow[]>();
  for await (const { part, rows } of source.stream(aliveAt)) {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(1000);
    const known = parts.get(part) ?? [];
    expect([...parts.keys()].at(-1) === part).toBe(known.length > 0);
    parts.set(part, [...known, ...rows]);
  }
  return parts;
}

/** Everything in a database. */
async function contentsOf(db: Db) {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = found.map(({ name }) => name).toSorted();
  const read = names.map(async (name) => [
    name,
    await db.collection(name).find().sort({ _id: 1 }).toArray(),
  ]);
  return Promise.all(read);
}

describe('a game of 1.0.0', () => {
  test('is read as it was stored, becomes one of the newest form elsewhere, and stays as it was', async ({
    uri,
    db,
  }) => {
    await loadReleased(db, '1.0.0');
    const before = await contentsOf(db);
    // Nothing is left out that has expired since.
    const parts = await using(openMongoSource({ uri }), async (source) => {
      expect(await source.state()).toMatchObject({ form: FIRST_FORM, state: 'complete' });
      return partsOf(source, 0);
    });
    const found = Array.from(parts, ([part, rows]) => [part, rows.length] as const);
    const kept = await Promise.all(
      formOf(FIRST_FORM).parts.map(async (part) => {
        return [part, await db.collection(part).countDocuments()] as const;
      }),
    );
    expect(found).toEqual(kept.filter(([, count]) => count > 0));
    expect(found.length).toBeGreaterThan(6);
    expect(await using(openMongoSnapshot({ uri }), (source) => partsOf(source, 0))).toEqual(parts);

    await inAnother(uri, async (newUri, newDb) => {
      await using(openMongoSource({ uri }), (source) =>
        using(openMongoTarget({ uri: newUri }), async (target) => {
          const options = { progress: () => undefined };
          expect(await pipe(source, target, options)).toMatchObject({ moved: true });
          expect(await pipe(source, target, options)).toMatchObject({ moved: false });
        }),
      );
      const { rows } = collectionsOf(newDb);
      const acts = parts.get('acts')?.length ?? 0;
      expect(await rows.countDocuments({ _id: /^act:\d{16}$/ })).toBe(acts);
      const place = parts.get('past')?.find(([kind, , number]) => kind === 'state' && number);
      const state = await rows.findOne({ _id: `state:${numberKey(0)}` });
      expect([state?.number, state?.document, state?.rev]).toEqual(place?.slice(2));
      const revsIn = (one: Db) => collectionsOf(one).events.distinct('rev');
      expect(await revsIn(newDb)).toEqual(await revsIn(db));
    });
    expect(await contentsOf(db)).toEqual(before);
  });

  test('is not moved while a server of it runs', async ({ uri, db }) => {
    await loadReleased(db, '1.0.0');
    const leases = db.collection<Kept>('leases');
    const until = new Date(Date.now() + LONG_MS);
    await leases.insertOne({ _id: 'test', holder: 'a server', until });
    await expect(openMongoSource({ uri })).rejects.toThrow(IN_USE);
    await leases.updateOne({ _id: 'test' }, { $set: { until: new Date() } });
    await (await openMongoSource({ uri })).close();
  });
});

describe('a game', () => {
  test('is read without what expired or only running processes need, in batches', async ({
    uri,
    db,
    store,
  }) => {
    await store.commit(joining(walletOf(1)), 0, receiptOf('alive'));
    const past = receiptOf('expired', { expiresAt: Date.now() - 1 });
    await store.commit(joining(walletOf(2)), 0, past);
    const document = '7';
    await store.rows('session').put({ key: 'alive', document, ttlMs: LONG_MS });
    await store.rows('session').put({ key: 'expired', document, ttlMs: 0 });
    await store.rows('nonce').put({ key: 'nonce', document, ttlMs: LONG_MS });
    await exchange(store, 'topic', { holder: 'a', text: '', ttlMs: LONG_MS });
    const minutes = Array.from({ length: 2001 }, (_, n) => ({ _id: `minute:${n}`, document }));
    await collectionsOf(db).rows.insertMany(minutes);
    await expect.poll(() => db.collection('events').countDocuments({ rev: null })).toBe(0);
    for (const open of [openMongoSource, openMongoSnapshot]) {
      const parts = await using(open({ uri }), (source) => partsOf(source));
      expect([...parts.keys()]).toEqual(['players', 'events', 'receipts', 'rows']);
      expect(parts.get('receipts')).toEqual([
        [walletOf(1), 'alive', ...Array(3).fill(expect.anything())],
      ]);
      const rows = parts.get('rows') ?? [];
      expect(rows).toHaveLength(2002);
      expect(rows[0]?.slice(0, 4)).toEqual(['minute', '0', null, document]);
      expect(rows.at(-1)).toEqual(['session', 'alive', null, document, expect.any(Number), null]);
    }
  });

  test('is backed up with the events that have no rev yet, in their places', async ({
    uri,
    db,
    store,
  }) => {
    const revs = await commitAll(store, story(walletOf(1)).slice(0, 3));
    for (const n of [1, 2]) {
      await takeRevAway(db, `${walletOf(1)}:${n + 1}`, timeOf(revs[n] ?? REV_ZERO));
    }
    const parts = await using(openMongoSnapshot({ uri }), (source) => partsOf(source));
    expect(parts.get('events')?.map(([, version]) => version)).toEqual([1, 2, 3]);
    expect((await allEvents(store)).map(({ rev }) => rev)).toEqual(revs);
  });

  test('is not moved while a server uses it, nor if one began to meanwhile', async ({
    uri,
    store,
  }) => {
    await store.commit(joining(walletOf(1)), 0, null);
    await holdLease(store, 'a job', 'a server', LONG_MS);
    await expect(openMongoSource({ uri })).rejects.toThrow(IN_USE);
    await expect(openMongoTarget({ uri })).rejects.toThrow(IN_USE);
    await releaseLease(store, 'a job', 'a server');
    await using(openMongoSource({ uri }), async (source) => {
      await partsOf(source);
      await holdLease(store, 'a job', 'a server', LONG_MS);
      await expect(partsOf(source)).rejects.toThrow(IN_USE);
      await releaseLease(store, 'a job', 'a server');
      const stream = source.stream(0)[Symbol.asyncIterator]();
      const rest = async () => {
        while (!(await stream.next()).done);
      };
      for (let batch = await stream.next(); batch.value?.part !== 'events';) {
        batch = await stream.next();
      }
      await store.commit(joining(walletOf(2)), 0, null);
      await expect(rest()).rejects.toThrow(/, 1 have no place.* Stop every one/);
    });
  });

  test('is audited before a move into it is finished, and only then', async ({ uri, store }) => {
    await store.commit(joining(walletOf(1)), 0, null);
    await store.rows('act').put({ key: numberKey(1), document: 'an act' });
    await using(openMongoSnapshot({ uri }), async (source) => {
      const { epoch } = await source.state();
      await inAnother(uri, (newUri) =>
        using(openMongoTarget({ uri: newUri }), async (target) => {
          await target.begin(epoch);
          await target.write({
            part: 'rows',
            rows: [['act', numberKey(1), 7, 'an act', null, null]],
          });
          await expect(openMongoWallets({ uri: newUri })).rejects.toThrow(/has not finished/);
          const wallets = await openMongoWallets({ uri: newUri, evenIncomplete: true });
          const acts = await wallets.rows('act').range({ limit: 9, order: 'ascending' });
          expect(acts).toMatchObject([{ document: 'an act', upTo: { number: 7 } }]);
          await wallets.close();
        }),
      );
    });
  });
});
