/**
 * What the MongoDB store promises beyond the contract: several processes, and what one of them left
 * behind.
 */
import { randomUUID } from 'node:crypto';
import {
  ClientSession,
  Collection,
  MongoClient,
  MongoNetworkError,
  Timestamp,
  type Db,
} from 'mongodb';
import { beforeEach, describe, expect, vi } from 'vitest';
import { after, walletOf } from '../../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../../common/values/ids.ts';
import { StoreUnavailable, VersionConflict } from '../store.ts';
import { commitAll, joining, stakingDena, story } from '../testing/fixtures.ts';
import { allEvents, inParallel, loaded, recorder } from '../testing/observe.ts';
import { FILLED_BY_SERVER } from './cluster-time.ts';
import type { Kept } from './collections.ts';
import { APP_NAME } from './processes.ts';
import { mongoTest as test, newMongoTest, takeRevAway, timeOf } from './testing/processes.ts';
import { holdRounds } from './testing/rounds.ts';

/** How long a store waits for the database. */
const ANSWER_MS = 5000;

let beginRounds: () => void;
beforeEach(() => {
  beginRounds = holdRounds();
});

/** What is so after some of the stores' rounds, which come at once. */
function afterRounds<T>(look: () => T | Promise<T>) {
  const afterOne = () => {
    beginRounds();
    return look();
  };
  return expect.poll(afterOne, { interval: 200 });
}

test('several processes on one database [ORD1] number commands above what the other answered, and read events without a gap', async ({
  open,
}) => {
  const [writer, reader] = [await open(), await open()];
  let last = 0;
  for (let n = 1; n <= 20; n += 1) {
    const store = n % 2 === 0 ? writer : reader;
    const wallet = walletOf(1000 + n);
    const { order } = await store.load(wallet, { stakeId: null, commandId: null, now: 0 });
    expect(order).toBeGreaterThan(last);
    await store.commit(joining(wallet), 0, null);
    last = order;
  }
  const pages: string[] = [];
  let isOver = false;
  const reading = (async () => {
    let after = REV_ZERO;
    for (;;) {
      const wasOver = isOver;
      const page = await reader.events({ after, limit: 7, order: 'oldest-first' });
      pages.push(...page.map(({ rev }) => rev));
      after = page.at(-1)?.rev ?? after;
      if (wasOver && page.length === 0) return;
    }
  })();
  await inParallel(16, 300, async (n) => {
    await writer.commit(joining(walletOf(n + 1)), 0, null);
  });
  isOver = true;
  await reading;
  expect(pages).toEqual((await allEvents(writer)).map(({ rev }) => rev));
});

/**
 * As a process does that is killed in mid-transaction: its client is not closed, which would end
 * it.
 */
async function leaveOpen(
  client: MongoClient,
  write: (db: Db, options: { readonly session: ClientSession }) => Promise<unknown>,
): Promise<ClientSession> {
  const session = client.startSession();
  session.startTransaction();
  await write(client.db(), { session });
  return session;
}

test('a transaction that a process left open is ended by another: its wallet plays again, and its event gets its rev', async ({
  store,
  db,
  uri,
}) => {
  const wallet = walletOf(1);
  const joined = joining(wallet);
  const rev = await store.commit(joined, 0, null);
  await takeRevAway(db, `${wallet}:1`, timeOf(rev));
  const dead = new MongoClient(uri, { appName: APP_NAME });
  const stranger = new MongoClient(uri, { appName: 'mongosh' });
  try {
    await leaveOpen(dead, async (its, options) => {
      await its.collection('players').updateOne({ wallet }, { $inc: { version: 1 } }, options);
      const insertedAt = FILLED_BY_SERVER;
      await its.collection('events').updateMany({}, { $set: { insertedAt } }, options);
    });
    const theirs = await leaveOpen(stranger, (its, options) =>
      its.collection<Kept>('settings').insertOne({ _id: 'theirs', value: 'value' }, options),
    );
    const staking = stakingDena(after(null, joined), 1);
    await expect(store.commit(staking, 1, null)).rejects.toThrow(VersionConflict);
    await afterRounds(() =>
      store.commit(staking, 1, null).catch((error: unknown) => error),
    ).toBeTypeOf('string');
    await afterRounds(() => db.collection('events').findOne({ rev })).not.toBeNull();
    // Another program's is its own business.
    await theirs.commitTransaction();
    expect(await store.setting('theirs')).toBe('value');
  } finally {
    await dead.close();
    await stranger.close();
  }
});

test('a commit that was asked for twice has the rev of its event', async ({ open }) => {
  const [store, other] = [await open(), await open()];
  // oxlint-disable-next-line typescript/unbound-method -- called with its session
  const commit = ClientSession.prototype.commitTransaction;
  const asked = vi.spyOn(ClientSession.prototype, 'commitTransaction');
  asked.mockImplementationOnce(async function answerIsLost(this: ClientSession) {
    await commit.call(this);
    await other.putSetting('clock', 'moved');
    const error = new MongoNetworkError('the answer was lost');
    error.addErrorLabel('UnknownTransactionCommitResult');
    throw error;
  });
  const rev = await store.commit(joining(walletOf(1)), 0, null);
  asked.mockRestore();
  expect((await allEvents(store)).map((event) => event.rev)).toEqual([rev]);
});

test('a wallet plays again after a write that the driver never answers', async ({ store }) => {
  const writes = vi.spyOn(Collection.prototype, 'bulkWrite');
  writes.mockImplementationOnce(() => new Promise(() => undefined));
  const join = () => store.commit(joining(walletOf(1)), 0, null);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const refused = expect(join()).rejects.toThrow(StoreUnavailable);
  await expect.poll(() => writes.mock.calls).toHaveLength(1);
  vi.advanceTimersByTime(ANSWER_MS);
  await refused;
  vi.useRealTimers();
  writes.mockRestore();
  expect(await join()).toBeTypeOf('string');
});

describe('an event without a rev', () => {
  test('is answered with its commit’s rev, even by a process that came later, which writes it', async ({
    open,
    db,
  }) => {
    const first = await open();
    const wallet = walletOf(1);
    const revs = await commitAll(first, story(wallet));
    await takeRevAway(db, `${wallet}:3`, timeOf(revs[2] ?? REV_ZERO));
    expect((await allEvents(first)).map(({ rev }) => rev)).toEqual(revs);
    const later = await open();
    expect((await allEvents(later)).map(({ rev }) => rev)).toEqual(revs);
    expect((await loaded(later)).rev).toBe(revs.at(-1));
    const events = db.collection('events');
    await afterRounds(() => events.findOne({ rev: revs[2] })).not.toBeNull();
    expect(await events.findOne({ insertedAt: { $exists: true } })).toBeNull();
  });
});

/**
 * What a newer Denaria writes on the same database: an event like this version's, except for these
 * fields.
 */
async function commitAs(db: Db, wallet: string, fields: object): Promise<void> {
  const events = db.collection<Kept>('events');
  const found = await events.findOne({ 'row.wallet': wallet }, { sort: { at: -1 } });
  if (!found) throw new Error('nobody joined');
  const { rev: _, insertedAt: __, ...event } = found;
  const insertedAt = new Timestamp({ t: 0, i: 0 });
  const _id = `${wallet}:${randomUUID().slice(0, 8)}`;
  await events.insertOne({ ...event, ...fields, _id, insertedAt });
}

describe('an event that can’t be read', () => {
  test('is sent with its row if only its kind is unknown, in feeds and in histories', async ({
    store,
    open,
    db,
  }) => {
    const told = recorder();
    store.watch(REV_ZERO, told);
    await store.commit(joining(walletOf(1)), 0, null);
    await told.events(1);
    const detail = { works: { stage: 2 } };
    await commitAs(db, walletOf(1), { kind: 'works-given', detail });
    await store.commit(joining(walletOf(2)), 0, null);
    await told.events(3);
    expect(told.lost).toEqual([]);
    expect(told.told.map(({ kind }) => kind)).toEqual([
      'nation-chosen',
      'unknown',
      'nation-chosen',
    ]);
    expect(told.told[1]?.row).toEqual(told.told[0]?.row);
    const later = recorder();
    (await open()).watch(REV_ZERO, later);
    await later.events(3);
    expect(later.told).toEqual(told.told);
    expect(await store.events({ limit: 9, order: 'oldest-first' })).toEqual(told.told);
    expect(store.unreadable.counts).toEqual({ detail: 1, row: 0 });
  });
});

test('a feed is lost if the data set got another name', async ({ store, db }) => {
  const told = recorder();
  store.watch(REV_ZERO, told);
  await db.collection('data_set').updateOne({}, { $set: { epoch: 'another' } });
  await afterRounds(() => told.lost).toHaveLength(1);
  expect((await loaded(store)).epoch).toBe('another');
});

newMongoTest.for<readonly [string, (db: Db) => Promise<unknown>]>([
  ['the database', (db) => db.dropDatabase()],
  ['the collection players', (db) => db.dropCollection('players')],
  ['the collection events', (db) => db.dropCollection('events')],
])(
  'the store is lost if %s was dropped, even if a commit recreates it',
  async ([name, drop], { store, db }) => {
    await store.commit(joining(walletOf(1)), 0, null);
    let lost: Error | null = null;
    void store.lost.then((error) => (lost = error));
    await drop(db);
    await Promise.allSettled([store.commit(joining(walletOf(2)), 0, null)]);
    await afterRounds(() => lost).toMatchObject({
      name: 'StoreLost',
      message: expect.stringContaining(`The store in MongoDB is lost: ${name} was dropped.`),
    });
  },
);
