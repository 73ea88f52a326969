/**
 * What the MongoDB store promises beyond the contract: several processes, and what one of them left
 * behind.
 */
import { randomUUID } from 'node:crypto';
import {
  ClientSession,
  Collection,
  FindCursor,
  MongoClient,
  MongoNetworkError,
  Timestamp,
  type Db,
} from 'mongodb';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { after, NOW, walletOf } from '../../../common/testing/fixtures.ts';
import { REV_ZERO, type Rev } from '../../../common/values/ids.ts';
import { isOfPlayer } from '../../../common/values/stored-event.ts';
import { weekAt } from '../../../common/values/week.ts';
import { sleep } from '../../lib/machine.ts';
import { eraEventDocument } from '../documents.ts';
import { firstWeekOpened, weekEndedBefore } from '../kept/era.ts';
import { putSetting, setting } from '../kept/settings.ts';
import { ONLY_THE_PLAYER, StoreUnavailable, VersionConflict } from '../store.ts';
import { commitAll, joining, stakingDena, story } from '../testing/fixtures.ts';
import { expectExactEras } from '../testing/conformance/eras.ts';
import { allCommits, allEvents, loaded, recorder } from '../testing/observe.ts';
import { FILLED_BY_SERVER } from './cluster-time.ts';
import { collectionsOf, keysOfKind, type StoredDocument } from './collections.ts';
import { APP_NAME } from './connection.ts';
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

test('[ORD1] commands are numbered above what any process has answered', async ({ open }) => {
  const stores = [await open(), await open()];
  let last = 0;
  for (let n = 0; n < 20; n += 1) {
    for (const [which, store] of stores.entries()) {
      const wallet = walletOf(2 * n + which);
      const { order } = await store.load(wallet, ONLY_THE_PLAYER);
      expect(order).toBeGreaterThan(last);
      await store.commit(joining(wallet), 0, null);
      last = order;
    }
  }
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
      its
        .collection<StoredDocument>('rows')
        .insertOne({ _id: 'setting:theirs', document: 'value' }, options),
    );
    const staking = stakingDena(after(null, joined), 1);
    await expect(store.commit(staking, 1, null)).rejects.toThrow(VersionConflict);
    await afterRounds(() =>
      store.commit(staking, 1, null).catch((error: unknown) => error),
    ).toBeTypeOf('string');
    await afterRounds(() => db.collection('events').findOne({ rev })).not.toBeNull();
    // Another program's is its own business.
    await theirs.commitTransaction();
    expect(await setting(store, 'theirs')).toBe('value');
  } finally {
    await dead.close();
    await stranger.close();
  }
});

test('an era ends for processes that have not heard of it', async ({ open }) => {
  const [one, two, three] = [await open(), await open(), await open()];
  await expectExactEras([one, two], three, walletOf);
});

test('a change of era whose process died is finished by the next one that asks for the era, and what it left open is ended', async ({
  open,
  db,
  uri,
}) => {
  const [store, other] = [await open(), await open()];
  const before = await store.era();
  for (const [n, each] of [store, other].entries()) {
    await each.commit(joining(walletOf(n)), 0, null, before.number);
  }
  const { rows } = collectionsOf(db);
  const slots = () => rows.find({ _id: keysOfKind('slot') }).toArray();
  expect(await slots()).toHaveLength(2);
  const dead = new MongoClient(uri, { appName: APP_NAME });
  try {
    // It was stopped in mid-commit, after its change had begun.
    const [slot] = await slots();
    await leaveOpen(dead, (its, options) =>
      collectionsOf(its).rows.updateOne({ ...slot }, { $inc: { written: 1 } }, options),
    );
    const change = { id: 'its', value: { isOver: true } };
    const document = JSON.stringify({ ...before, change });
    await rows.updateOne({ _id: 'era:0' }, { $set: { document } });

    const next = { number: before.number + 1, value: { isOver: true }, commits: 0 };
    await expect.poll(() => store.era().catch(() => null)).toEqual(next);
    expect(await slots()).toEqual([]);
    // It has not heard of it.
    const late = other.commit(joining(walletOf(3)), 0, null, before.number);
    await expect(late).rejects.toThrow(VersionConflict);
    const { era } = await other.load(walletOf(3), ONLY_THE_PLAYER);
    expect(era).toEqual(next);
    await other.commit(joining(walletOf(3)), 0, null, era.number);
    expect(await slots()).toMatchObject([{ document: String(era.number) }]);
    // As the database deletes those that are old.
    await rows.deleteMany({ _id: keysOfKind('slot') });
    await other.commit(joining(walletOf(4)), 0, null, era.number);
  } finally {
    await dead.close();
  }
});

/** How far a process got that ended a week and died. */
const DEATHS = {
  'after its mark': async () => undefined,
  'after it had deleted the slots': (db) =>
    collectionsOf(db).rows.deleteMany({ _id: keysOfKind('slot') }),
  'in its last transaction': (_, dead, mark) =>
    leaveOpen(dead, async (its, options) => {
      const { rows, events } = collectionsOf(its);
      const document = '{"number":9,"value":{}}';
      await rows.updateOne({ _id: 'era:0', document: mark }, { $set: { document } }, options);
      await events.insertOne({ _id: ':1', insertedAt: FILLED_BY_SERVER }, options);
    }),
} satisfies Readonly<Record<string, (db: Db, dead: MongoClient, mark: string) => Promise<unknown>>>;

test.for(Object.entries(DEATHS))(
  '[SEA1] a week that a process was ending when it died, %s, is ended by others, by one commit, which gets its rev',
  async ([, dies], { open, db, uri }) => {
    const [store, other] = [await open(), await open()];
    const week = weekAt(NOW);
    const opened = await store.changeEra(firstWeekOpened(week));
    const joined = await store.commit(joining(walletOf(1)), 0, null, opened.number);
    const watcher = recorder();
    other.watch(REV_ZERO, watcher);
    const dead = new MongoClient(uri, { appName: APP_NAME });
    try {
      const { rows, events } = collectionsOf(db);
      const { value, event } = weekEndedBefore(week + 1)(opened.value) ?? {};
      const stored = event && eraEventDocument.encode(event);
      const mark = JSON.stringify({ ...opened, change: { id: 'its', value, event: stored } });
      await rows.updateOne({ _id: 'era:0' }, { $set: { document: mark } });
      await dies(db, dead, mark);
      const [era, same] = await Promise.all(
        [store, other].map((one) => one.changeEra(weekEndedBefore(week + 1))),
      );
      expect(era).toEqual({ number: opened.number + 1, value, commits: 1 });
      expect(same).toEqual(era);
      await watcher.events(2);
      expect(watcher.received).toMatchObject([{ rev: joined }, event]);
      expect(await allCommits(store)).toEqual(watcher.received);
      expect((await loaded(store)).rev).toBe(watcher.revs()[1]);
      await afterRounds(() => events.findOne({ _id: ':1' })).toMatchObject({
        rev: watcher.revs()[1],
      });
      await store.changeEra(weekEndedBefore(week + 2));
      const keys = events.find({ _id: keysOfKind('') }).map(({ _id }) => _id);
      expect(await keys.toArray()).toEqual([':1', ':2']);
    } finally {
      await dead.close();
    }
  },
);

test('a commit that was asked for twice has the rev of its event', async ({ open }) => {
  const [store, other] = [await open(), await open()];
  // oxlint-disable-next-line typescript/unbound-method -- called with its session
  const commit = ClientSession.prototype.commitTransaction;
  const asked = vi.spyOn(ClientSession.prototype, 'commitTransaction');
  asked.mockImplementationOnce(async function answerIsLost(this: ClientSession) {
    await commit.call(this);
    await putSetting(other, 'clock', 'moved');
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

test('an event without a rev has the time of its insert, if the oplog no longer has its commit', async ({
  open,
  db,
}) => {
  const first = await open();
  const wallet = walletOf(1);
  const [rev = REV_ZERO] = await commitAll(first, story(wallet).slice(0, 1));
  // Later than its commit, so that the oplog from there on does not hold it.
  await putSetting(first, 'clock', 'moved');
  const { operationTime: insertedAt } = await db.command({ ping: 1 });
  expect(insertedAt.greaterThan(timeOf(rev))).toBe(true);
  await takeRevAway(db, `${wallet}:1`, insertedAt);
  const [event] = await allEvents(await open());
  expect(timeOf(event?.rev ?? REV_ZERO)).toEqual(insertedAt);
});

/**
 * What a newer Denaria writes on the same database: an event like this version's, except for these
 * fields.
 */
async function commitAs(db: Db, wallet: string, fields: object): Promise<void> {
  const events = db.collection<StoredDocument>('events');
  const found = await events.findOne({ 'row.wallet': wallet }, { sort: { at: -1 } });
  if (!found) throw new Error('nobody joined');
  const { rev: _, insertedAt: __, ...event } = found;
  const insertedAt = new Timestamp({ t: 0, i: 0 });
  const _id = `${wallet}:${randomUUID().slice(0, 8)}`;
  await events.insertOne({ ...event, ...fields, _id, insertedAt });
}

test('an event of an unknown kind is sent with its row; one whose row is damaged ends the feeds, and is skipped by histories', async ({
  store,
  open,
  db,
}) => {
  const watcher = recorder();
  store.watch(REV_ZERO, watcher);
  const first = await store.commit(joining(walletOf(1)), 0, null);
  await watcher.events(1);
  await commitAs(db, walletOf(1), { kind: 'works-given', detail: { works: { stage: 2 } } });
  await watcher.events(2);
  const [joined, unknown] = watcher.received.filter(isOfPlayer);
  expect(unknown).toMatchObject({ kind: 'unknown', row: joined?.row });
  const later = recorder();
  (await open()).watch(REV_ZERO, later);
  await later.events(2);
  expect(later.received).toEqual(watcher.received);

  const row = { ...joined?.row, denaBalanceWei: 'much', denaHoldingsWei: '1' };
  await commitAs(db, walletOf(1), { row });
  await watcher.events(3);
  expect(watcher).toMatchObject({ received: [{}, {}], lost: [{}] });
  // It does not stall: a process that reloads the players receives everything that follows.
  const again = recorder();
  store.watch((await loaded(store)).rev, again);
  const last = await store.commit(joining(walletOf(2)), 0, null);
  await again.events(1);
  expect(again.revs()).toEqual([last]);
  for (const limit of [3, 9]) {
    const events = await store.events({ limit, order: 'oldest-first' });
    expect(events.map(({ rev }) => rev)).toEqual([first, unknown?.rev, last]);
  }
  expect(store.unreadable.counts).toEqual({ detail: 1, row: 1 });
});

test('events that are damaged in their rev, or without one in the moment of their insert, are skipped, and the rest goes on', async ({
  store,
  open,
  db,
}) => {
  const yetToCome = new Timestamp({ t: 4_000_000_000, i: 1 });
  const damages = [
    ...['not a rev', 5, 'ffffffffffffffff'].map((rev) => ({ $set: { rev } })),
    ...['x', yetToCome].map((insertedAt) => ({
      $set: { insertedAt },
      $unset: { rev: '' as const },
    })),
  ];
  const revs: Rev[] = [];
  for (let n = 0; n < damages.length + 2; n += 1) {
    revs.push(await store.commit(joining(walletOf(n)), 0, null));
  }
  const events = db.collection<StoredDocument>('events');
  await expect.poll(() => events.countDocuments({ rev: null })).toBe(0);
  for (const [n, damage] of damages.entries()) {
    await events.updateOne({ _id: `${walletOf(n + 1)}:1` }, damage);
  }
  const last = revs.at(-1) ?? REV_ZERO;
  for (const each of [store, await open()]) {
    expect((await allEvents(each)).map(({ rev }) => rev)).toEqual([revs[0], last]);
    const [newest] = await each.events({ limit: 1, order: 'newest-first' });
    expect([newest?.rev, (await loaded(each)).rev]).toEqual([last, last]);
    expect(each.unreadable.counts).toEqual({ detail: 0, row: damages.length });
  }
  const watcher = recorder();
  store.watch(last, watcher);
  const next = await store.commit(joining(walletOf(100)), 0, null);
  await watcher.events(1);
  expect(watcher).toMatchObject({ received: [{ rev: next }], lost: [] });
});

test('a feed is lost if the data set got another name', async ({ store, db }) => {
  const watcher = recorder();
  store.watch(REV_ZERO, watcher);
  await store.changeEra(({ n }) => (n === 1 ? null : { value: { n: 1 }, event: null }));
  await collectionsOf(db).rows.deleteMany({});
  await db.collection('data_set').updateOne({}, { $set: { epoch: 'another' } });
  await afterRounds(() => watcher.lost).toHaveLength(1);
  expect((await loaded(store)).epoch).toBe('another');
  // Its eras are its own.
  const { number } = await store.era();
  expect(number).toBe(0);
  await store.commit(joining(walletOf(1)), 0, null, number);
});

test('a snapshot that fails under a slow reader fails as unavailable when the reader goes on, and rejects nothing before', async ({
  store,
}) => {
  await store.commit(joining(walletOf(1)), 0, null);
  const { players } = await store.loadPlayers();
  // oxlint-disable-next-line typescript/unbound-method -- called with its cursor
  const { hasNext } = FindCursor.prototype;
  let asked = 0;
  // No spy: it would handle the rejection.
  FindCursor.prototype.hasNext = async function failing(this: FindCursor) {
    if ((asked += 1) > 1) throw new MongoNetworkError('its primary is gone');
    return hasNext.call(this);
  };
  onTestFinished(() => void (FindCursor.prototype.hasNext = hasNext));
  const reader = players[Symbol.asyncIterator]();
  expect(await reader.next()).toMatchObject({ done: false });
  // vitest would see a rejection that nobody handles.
  await sleep(1);
  await expect(reader.next()).rejects.toThrow(StoreUnavailable);
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
