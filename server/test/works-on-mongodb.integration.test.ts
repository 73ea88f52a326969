/** [WRK1] Works on MongoDB: two servers on one database, and an older one beside them. */
import { MongoClient, Timestamp, type Db } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { WORK_NEEDS } from '../../common/values/works.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import { loadedPlayers } from '../store/testing/observe.ts';
import type { Harness } from './support/harness.ts';
import { insist } from './support/http-client.ts';
import { startMongoServers, type MongoServers } from './support/mongo-servers.ts';
import { expectConsistent, recordsOf } from './support/soundness.ts';
import { buy, finishing, gift, workAt } from './support/works.ts';

const mongo = await testMongo();

/** What anyone is shown of the works, except for what depends on when it is asked. */
async function shownAt({ url }: Harness) {
  const { recent: _recent, ...italy } = await workAt(url, 'italy');
  const finished = await finishing(url, 'italy');
  return { italy, finished: finished.map(({ id: _id, ...event }) => event) };
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
  let game: MongoServers;
  let servers: readonly Harness[];
  beforeAll(async () => {
    if (!database) return;
    game = await startMongoServers(database.uri);
    servers = [game.first, game.second];
    for (const wallet of players) await game.settle(wallet, { denaWei: dena(10_000_000) });
  });
  afterAll(async () => {
    await game.close();
    await database?.drop();
  });

  const post = (server: Harness, walletAddress: Address, path: string, body: object) =>
    insist(server.url, path, { walletAddress, ...body });
  const buys = (wallet: Address, units: Parameters<typeof buy>[1]) =>
    buy((path, body) => post(game.first, wallet, path, body), units);

  test('[WRK1] of contributions to both servers every unit is counted once, and the stage is completed once', async () => {
    const kinds = [gift('wood', 400), gift('oil', 80), gift('food', 200), gift('technology', 40)];
    for (const wallet of players)
      await buys(wallet, { wood: 400, oil: 80, food: 200, technology: 40 });
    const answers = await Promise.all(
      players.flatMap((wallet) =>
        kinds.map((one, n) => post(n % 2 ? game.first : game.second, wallet, '/api/works', one)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    for (const { url } of servers) {
      await expect.poll(async () => (await workAt(url, 'italy')).stage).toBe(1);
    }
    const shown = await shownAt(game.first);
    expect(shown.italy.stages[0]?.have).toEqual(WORK_NEEDS[0]);
    expect(shown.italy.stages[1]?.have).toEqual({ wood: 0, oil: 0, food: 0, technology: 0 });
    expect(shown.finished).toMatchObject([{ detail: { finished: [1] } }]);
    expect(shown.italy.stages[0]?.completedAt).toBe(shown.finished[0]?.at);
    expect(await shownAt(game.second)).toEqual(shown);
    for (const wallet of players) {
      for (const store of game.stores) expectConsistent(await recordsOf(store, wallet));
    }
  });

  test('[WRK1] what an older Denaria beside them drops from a player is not lost', async () => {
    const wallet = walletOf(3);
    const uri = database?.uri ?? '';
    const client = new MongoClient(uri);
    const before = await shownAt(game.first);
    const contributed = async (server: Harness) => {
      const { text } = await server.ask(`/api/players/${wallet}`);
      return z.object({ contributed: z.unknown() }).parse(JSON.parse(text));
    };
    const was = await contributed(game.first);
    try {
      await commitOlder(client.db(), wallet);
      await commitOlder(client.db(), wallet);
      const lacking = { _id: wallet, contributed: { $exists: false } };
      const collection = client.db().collection<{ _id: string }>('players');
      expect(await collection.countDocuments(lacking)).toBe(1);
      for (const server of servers) {
        expect(await contributed(server)).toMatchObject({ contributed: was.contributed });
        expect(await shownAt(server)).toEqual(before);
      }
      // A process that starts now loads its board from that player.
      const store = await openMongoStore({ uri });
      const player = (await loadedPlayers(store)).players.find((one) => one.wallet === wallet);
      expect(player?.contributed).toEqual(was.contributed);
      expect(await store.player(wallet)).toEqual(player);
      await store.close();
      await buys(wallet, { wood: 10 });
      expect((await post(game.first, wallet, '/api/works', gift('wood', 10))).status).toBe(201);
      expect(await collection.countDocuments(lacking)).toBe(0);
      const now = await shownAt(game.first);
      expect(now.italy.stages[1]?.have.wood).toBe((before.italy.stages[1]?.have.wood ?? 0) + 10);
      expect(now.finished).toEqual(before.finished);
    } finally {
      await client.close();
    }
  });
});
