/** [WRK1] Works on MongoDB: two servers on one database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { WORK_NEEDS } from '../../common/values/works.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
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
});
