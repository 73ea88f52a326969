/** What reads cost: one request each, of hardly more keys than answers, and nothing is sorted. */
import type { Db, Document } from 'mongodb';
import { expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { GDP_KINDS } from '../../../common/values/event-kinds.ts';
import { isOfPlayer } from '../../../common/values/stored-event.ts';
import { firstWeekOpened, weekEndedBefore } from '../kept/era.ts';
import type { Rows } from '../rows.ts';
import {
  changeRules,
  commitAll,
  commitManyStakes,
  joining,
  settlements,
  story,
} from '../testing/fixtures.ts';
import { allCommits, allStakes } from '../testing/observe.ts';
import { collectionsOf } from './collections.ts';
import { APP_NAME } from './connection.ts';
import { mongoTest as test } from './testing/processes.ts';

/** What the database was asked of a collection during some work. */
async function requestsOf(
  db: Db,
  collection: string,
  work: () => Promise<unknown>,
): Promise<Document[]> {
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  const profile = db.collection('system.profile');
  const ns = `${db.databaseName}.${collection}`;
  const requests = await profile.find({ ns, appName: APP_NAME }).toArray();
  await profile.drop();
  for (const { hasSortStage } of requests) expect(hasSortStage).toBeUndefined();
  return requests;
}

test('any list of stakes', async ({ store, db }) => {
  await commitAll(store, [joining(walletOf(1))]);
  await commitManyStakes(store, walletOf(1), { active: 300, ended: 3000 });
  const [before = null] = (await allStakes(store, walletOf(1))).slice(1500, 1501);
  const reads = await requestsOf(db, 'stakes', async () => {
    for (const kinds of [['dena'], ['dena', 'national', 'cultural']] as const) {
      for (const place of [null, before]) {
        const query = { kinds, activeOnly: false, before: place, limit: 310 };
        expect(await store.stakes(walletOf(1), query)).toHaveLength(310);
      }
    }
  });
  expect(reads.length).toBeGreaterThanOrEqual(4);
  for (const { keysExamined, nreturned } of reads) {
    expect(keysExamined).toBeLessThan(nreturned + 10);
  }
});

test('events of a few kinds, without the others between them', async ({ store, db }) => {
  const wallet = walletOf(1);
  const joined = joining(wallet);
  await commitAll(store, story(walletOf(2)));
  await commitAll(store, [joined, ...settlements(joined.player, 300)]);
  await expect.poll(() => db.collection('events').countDocuments({ rev: null })).toBe(0);
  for (const [subject, count] of [
    [{ wallet }, 1],
    [{ nationId: 'italy' }, 6],
    [{}, 6],
  ] as const) {
    const query = { ...subject, kinds: GDP_KINDS, limit: 6, order: 'newest-first' } as const;
    const requests = await requestsOf(db, 'events', async () => {
      expect(await store.events(query)).toHaveLength(count);
    });
    const reads = requests.filter(({ command }) => String(command.hint).endsWith('_kind'));
    expect(reads).toHaveLength(1);
    for (const { docsExamined, keysExamined, nreturned } of reads) {
      expect(docsExamined).toBe(nreturned);
      // Each nation's and kind's run is begun.
      expect(keysExamined).toBeLessThan(60);
    }
  }
});

test('[SEA1] the ends of weeks and changes of the rules, without the events between them', async ({
  store,
  db,
}) => {
  const joined = joining(walletOf(1));
  await store.changeEra(firstWeekOpened(1));
  await commitAll(store, [joined, ...settlements(joined.player, 300)]);
  await store.changeEra(weekEndedBefore(3));
  await changeRules(store, 1, { tradeMax: 2000 });
  await store.changeEra(weekEndedBefore(5));
  await changeRules(store, 2, { tradeMax: 3000 });
  // As other processes do, after a while.
  const { events } = collectionsOf(db);
  for (const [n, { rev }] of (await allCommits(store))
    .filter((one) => !isOfPlayer(one))
    .entries()) {
    await events.updateOne({ _id: `:${n + 1}` }, { $set: { rev }, $unset: { insertedAt: '' } });
  }
  const newest = { limit: 1, order: 'newest-first' } as const;
  await expect.poll(() => events.countDocuments({ rev: { $exists: false } })).toBe(0);
  const requests = await requestsOf(db, 'events', async () => {
    expect(await store.events({ ...newest, ofEras: 'week-ended' })).toMatchObject([{ week: 4 }]);
    const [changed] = await store.events({ ...newest, ofEras: 'rules-changed' });
    expect(changed).toMatchObject({ rules: { tradeMax: 3000 } });
  });
  for (const { docsExamined, keysExamined } of requests) {
    expect(docsExamined).toBeLessThan(3);
    expect(keysExamined).toBeLessThan(5);
  }
});

const TTL = { ttlMs: 60_000 };
const row = (key: string, document = '7') => ({ key, document, ...TTL });

test.for<readonly [string, (rows: Rows) => Promise<unknown>]>([
  ['get', (rows) => rows.get('1')],
  ['get of many at once', (rows) => Promise.all(['1', '2', '3'].map((key) => rows.get(key)))],
  ['range', (rows) => rows.range({ limit: 900, order: 'ascending' })],
  ['put', (rows) => rows.put(row('1'))],
  ['put of a new one', (rows) => rows.put(row('new'), null)],
  ['put where there is one', (rows) => rows.put(row('1'), null)],
  ['put on the expected', (rows) => rows.put(row('1', '8'), '7')],
  ['increment', (rows) => rows.increment({ key: '1', by: 1, most: 99 })],
  ['increment from 0', (rows) => rows.increment({ key: 'begun', by: 1, orBegin: TTL })],
  ['delete', (rows) => rows.delete('1')],
  ['delete of the expected', (rows) => rows.delete('2', '7')],
])('rows: %s', async ([, run], { store, db }) => {
  for (const kind of ['refusal', 'session', 'setting'] as const) {
    const rows = Array.from({ length: 30 }, (_, n) => row(`${n}`));
    await Promise.all(rows.map((one) => store.rows(kind).put(one)));
  }
  const requests = await requestsOf(db, 'rows', () => run(store.rows('session')));
  expect(requests).toHaveLength(1);
  for (const { keysExamined, nreturned = 0 } of requests) {
    expect(keysExamined).toBeLessThan(nreturned + 5);
  }
});
