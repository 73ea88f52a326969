/**
 * [WRK1] Works on MongoDB: two processes, an older one beside them, and moves of the game from store to store.
 */
import { MongoClient, Timestamp, type Db } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { stagesComplete, WHOLE_NEED, WORK_NEEDS } from '../../common/values/works.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import { loadedPlayers } from '../store/testing/observe.ts';
import { inDirectory, inMongo, moved, using, type Place } from '../store/testing/places.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness } from './support/harness.ts';
import { ask } from './support/http-client.ts';
import { startTwoProcesses, type TwoProcesses } from './support/several-processes.ts';
import { expectConsistent, recordsOf } from './support/soundness.ts';
import { buy, finishing, gift, workAt } from './support/works.ts';

const mongo = await testMongo();

function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const postAs = (url: string, walletAddress: Address) => (path: string, body: object) =>
  ask(url, path, { json: { walletAddress, ...body } });

/** What anyone is shown of the works, except for what depends on when it is asked. */
async function shownAt(url: string) {
  const { recent: _recent, ...italy } = await workAt(url, 'italy');
  const finished = await finishing(url, 'italy');
  return { italy, finished: finished.map(({ id: _id, ...event }) => event) };
}

/** The same from a game that is kept somewhere, read by a server of its own. */
async function shownIn(place: Place) {
  return using(place, async (store) => {
    const server = await Harness.start({ store, env: { WALLET_PROOF: 'off' } });
    try {
      return await shownAt(server.url);
    } finally {
      await server.close();
    }
  });
}

/** A trade as a Denaria of version 9 commits it, which knows nothing of contributions. */
async function commitOlder(db: Db, wallet: Address): Promise<void> {
  const players = db.collection<Record<string, unknown> & { _id: string }>('players');
  const events = db.collection<Record<string, unknown> & { _id: string }>('events');
  const player = await players.findOne({ _id: wallet });
  const event = await events.findOne({ _id: `${wallet}:${String(player?.['version'])}` });
  if (!player || !event) throw new Error('nobody joined');
  const { contributed: _c, ...known } = player;
  const { rev: _r, ordinal: _o, ...rest } = event;
  const { contributed: _rc, ...row } = { contributed: null, ...Object(rest['row']) };
  const version = Number(player['version']) + 1;
  await db.client.withSession((session) =>
    session.withTransaction(async () => {
      await players.replaceOne({ _id: wallet }, { ...known, version }, { session });
      const insertedAt = new Timestamp({ t: 0, i: 0 });
      const traded = { ...rest, _id: `${wallet}:${version}`, kind: 'traded', detail: {}, row };
      await events.insertOne({ ...traded, insertedAt, ordinal: 0 }, { session });
    }),
  );
}

describe.skipIf(!mongo)('works on MongoDB', () => {
  const database = mongo?.database();
  const players = Array.from({ length: 5 }, (_, n) => walletOf(n + 1));
  let uri = '';
  let game: TwoProcesses;
  beforeAll(async () => {
    if (!database) return;
    ({ uri } = database);
    game = await startTwoProcesses(uri);
    for (const wallet of players) await game.settle(wallet, { denaWei: dena(10_000_000) }, 'italy');
  });
  afterAll(() => database?.drop());

  test('[WRK1] of 100 contributions, half of them at each process, every unit is counted once and the stage is completed once', async () => {
    for (const wallet of players)
      await buy(postAs(game.urls[0], wallet), { wood: 400, oil: 80, food: 200, technology: 40 });
    const answers = await Promise.all(
      players.flatMap((wallet) =>
        Array.from({ length: 20 }, (_, n) => {
          const post = postAs(game.urls[n % 2 ? 0 : 1], wallet);
          const kinds = [
            gift('wood', 80),
            gift('oil', 16),
            gift('food', 40),
            gift('technology', 8),
          ];
          return post('/api/works', kinds[n % 4] ?? gift('wood', 80));
        }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 100 });
    const [here, there] = game.urls;
    await expect.poll(async () => (await workAt(there, 'italy')).stage).toBe(1);
    await expect.poll(async () => (await workAt(here, 'italy')).stage).toBe(1);
    const shown = await shownAt(here);
    expect(shown.italy.stages[0]?.have).toEqual(WORK_NEEDS[0]);
    expect(shown.italy.stages[1]?.have).toEqual({ wood: 0, oil: 0, food: 0, technology: 0 });
    expect(shown.finished).toMatchObject([{ detail: { finished: [1] } }]);
    expect(shown.italy.stages[0]?.completedAt).toBe(shown.finished[0]?.at);
    expect(await shownAt(there)).toEqual(shown);
    const store = await openMongoStore({ uri });
    for (const wallet of players) expectConsistent(await recordsOf(store, wallet));
    await store.close();
  });

  test('[WRK1] of the last units, asked for at both, no more are lost than the work can show', async () => {
    const [wallet = walletOf(1), other = walletOf(2)] = players;
    await buy(postAs(game.urls[0], wallet), { technology: 30_000 });
    await buy(postAs(game.urls[0], other), { technology: 100 });
    const rest = WHOLE_NEED.technology - 200;
    const give = await postAs(game.urls[0], wallet)('/api/works', gift('technology', rest - 50));
    expect(give.status).toBe(201);
    await expect
      .poll(async () => (await workAt(game.urls[1], 'italy')).stages[4]?.have.technology)
      .toBe(16_150);
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, () =>
        postAs(game.urls[0], wallet)('/api/works', gift('technology', 1)),
      ),
      ...Array.from({ length: 40 }, () =>
        postAs(game.urls[1], other)('/api/works', gift('technology', 1)),
      ),
    ]);
    const { 201: given = 0, 409: refused = 0 } = tally(answers);
    expect(given).toBeGreaterThanOrEqual(50);
    expect(given + refused).toBe(80);
    const store = await openMongoStore({ uri });
    const kept = (await loadedPlayers(store)).players;
    await store.close();
    // A contribution that was acknowledged is kept, also if it went beyond the need.
    const sum = kept.reduce((total, { contributed }) => total + contributed.technology, 0);
    expect(sum).toBe(WHOLE_NEED.technology - 50 + given);
    for (const url of game.urls) {
      await expect
        .poll(async () => (await workAt(url, 'italy')).stages[4]?.have.technology)
        .toBe(WORK_NEEDS[4]?.technology);
    }
  });

  test('[WRK1] what an older Denaria beside them drops from a player is not lost', async () => {
    const [, , wallet = walletOf(3)] = players;
    const post = postAs(game.urls[0], wallet);
    const client = new MongoClient(uri);
    const before = await shownAt(game.urls[0]);
    const contributed = async (url: string) => {
      const { text } = await ask(url, `/api/players/${wallet}`);
      return z.object({ contributed: z.unknown() }).parse(JSON.parse(text));
    };
    const was = await contributed(game.urls[0]);
    try {
      await commitOlder(client.db(), wallet);
      await commitOlder(client.db(), wallet);
      const lacking = { _id: wallet, contributed: { $exists: false } };
      const collection = client.db().collection<{ _id: string }>('players');
      expect(await collection.countDocuments(lacking)).toBe(1);
      for (const url of game.urls) {
        expect(await contributed(url)).toMatchObject({ contributed: was.contributed });
        expect(await shownAt(url)).toEqual(before);
      }
      // A process that starts now loads its board from that player.
      const store = await openMongoStore({ uri });
      const player = (await loadedPlayers(store)).players.find((one) => one.wallet === wallet);
      expect(player?.contributed).toEqual(was.contributed);
      expect(await store.player(wallet)).toEqual(player);
      await store.close();
      await buy(post, { wood: 10 });
      expect((await post('/api/works', gift('wood', 10))).status).toBe(201);
      expect(await collection.countDocuments(lacking)).toBe(0);
      const now = await shownAt(game.urls[0]);
      expect(now.italy.stages[1]?.have.wood).toBe((before.italy.stages[1]?.have.wood ?? 0) + 10);
      expect(now.finished).toEqual(before.finished);
    } finally {
      await client.close();
    }
  });

  test('[WRK1] stages keep their moments in a restart without a record, and in moves to the other store and back', async () => {
    await expect.poll(() => shownAt(game.urls[1])).toEqual(await shownAt(game.urls[0]));
    const shown = await shownAt(game.urls[0]);
    expect(shown.italy.stage).toBe(1);
    await game.close();
    const client = new MongoClient(uri);
    const settings = client.db().collection<{ _id: string }>('settings');
    const records = await settings.find({ _id: /^work\./ }).toArray();
    expect(records.map(({ _id }) => _id)).toEqual(['work.italy.1']);
    expect(await shownIn(inMongo(uri))).toEqual(shown);
    // As if every process had been killed before it wrote the record.
    await settings.deleteMany({ _id: /^work\./ });
    expect(await shownIn(inMongo(uri))).toEqual(shown);
    expect(await settings.find({ _id: /^work\./ }).toArray()).toEqual(records);
    // Both processes were killed, and would hold the game for a few seconds more.
    await client.db().collection('leases').deleteMany({});
    await client.close();
    await inDataDir(async (dataDir) => {
      await moved(inMongo(uri), inDirectory(dataDir));
      expect(await shownIn(inDirectory(dataDir))).toEqual(shown);
      const back = mongo?.database();
      if (!back) return;
      try {
        await moved(inDirectory(dataDir), inMongo(back.uri));
        expect(await shownIn(inMongo(back.uri))).toEqual(shown);
        const { players: kept } = await using(inMongo(back.uri), loadedPlayers);
        const sum = (type: 'wood' | 'technology') =>
          kept.reduce((total, { contributed }) => total + contributed[type], 0);
        expect(sum('wood')).toBe(2010);
        expect(stagesComplete({ ...WHOLE_NEED, wood: sum('wood') })).toBe(1);
      } finally {
        await back.drop();
      }
    });
  });
});
