/**
 * A rolling upgrade: on the database that both use, a newer Denaria writes an event of a kind that this one
 * does not know, and then a damaged one. This one's sockets keep receiving every change.
 */
import { MongoClient, Timestamp, type Db } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { eventsCall } from '../../common/protocol/events.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { ask } from './support/http-client.ts';
import { metricAt, startTwoProcesses } from './support/several-processes.ts';
import { spectate } from './support/spectator.ts';

const mongo = await testMongo();

type Kept = Record<string, unknown> & { readonly _id: string };

/** A commit of the newer Denaria, which equals this version's except for `change` in its event. */
async function commitNewer(
  client: MongoClient,
  db: Db,
  wallet: Address,
  gdp: number,
  change: (event: Kept) => Kept,
): Promise<void> {
  const players = db.collection<Kept>('players');
  const events = db.collection<Kept>('events');
  const player = await players.findOne({ _id: wallet });
  const event = await events.findOne({ _id: `${wallet}:${String(player?.['version'])}` });
  if (!player || !event) throw new Error('nobody joined');
  const version = Number(player['version']) + 1;
  const { rev: _, ...rest } = event;
  const at = Date.now();
  const row = { ...Object(rest['row']), gdp, gdpSince: at };
  const newer = change({ ...rest, _id: `${wallet}:${version}`, at, row });
  await client.withSession((session) =>
    session.withTransaction(async () => {
      const standing = { ...Object(player['standing']), gdp };
      const next = { ...player, version, standing, gdpSince: at };
      await players.replaceOne({ _id: wallet }, next, { session });
      const insertedAt = new Timestamp({ t: 0, i: 0 });
      await events.insertOne({ ...newer, insertedAt }, { session });
    }),
  );
}

async function unreadable(url: string, part: string): Promise<number | null> {
  return metricAt(url, `denaria_unreadable_events_total{part="${part}"}`);
}

describe.skipIf(!mongo)('two versions on one database', () => {
  test('the older one’s board, sockets and history survive a new kind of event', async () => {
    const database = mongo?.database();
    if (!database) return;
    const game = await startTwoProcesses(database.uri);
    const client = new MongoClient(database.uri);
    const [alice, bob] = [walletOf(1), walletOf(2)];
    try {
      await game.settle(alice, { denaWei: dena(1000) }, 'italy');
      await game.settle(bob, { denaWei: dena(1000) }, 'italy');
      const { url } = game.second;
      const spectator = await spectate({ socket: url, list: game.first.url });
      const seen = (wallet: Address) =>
        spectator.entries().find(({ walletAddress }) => walletAddress === wallet)?.gdp;
      await expect.poll(() => spectator.entries().length).toBe(2);

      await commitNewer(client, client.db(), alice, 50_000, (event) => ({
        ...event,
        kind: 'works-given',
        detail: { works: { wood: 5 } },
      }));
      // Its row counts, and what moved it is not sent.
      await expect.poll(() => seen(alice)).toBe(50_000);
      await expect
        .poll(() => spectator.heard.at(-1)?.message)
        .toMatchObject({ nationId: 'italy', gdp: 68_000, causes: [] });
      expect(await unreadable(url, 'detail')).toBe(1);
      expect(await metricAt(url, 'denaria_feed_live')).toBe(1);
      expect(await metricAt(url, 'denaria_board_loads_total')).toBe(1);
      expect(await metricAt(url, 'denaria_feed_delay_seconds_count')).toBeGreaterThanOrEqual(3);
      const { text } = await ask(url, `${eventsCall.path}?walletAddress=${alice}`);
      expect(JSON.parse(text)).toMatchObject([{ kind: 'nation-chosen' }]);

      // One whose row is damaged: the board is reloaded from the players, and says so.
      await commitNewer(client, client.db(), alice, 60_000, (event) => ({
        ...event,
        row: { ...Object(event['row']), denaBalanceWei: 'much' },
      }));
      await expect.poll(() => metricAt(url, 'denaria_board_loads_total')).toBe(2);
      await expect.poll(() => seen(alice)).toBe(60_000);
      expect(await unreadable(url, 'row')).toBe(1);
      expect(game.second.output()).toMatch(/an event can’t be read/);

      // And later changes are pushed as ever.
      const stake = { walletAddress: bob, amount: 10 };
      expect((await ask(game.first.url, '/api/dena/stake', { json: stake })).status).toBe(201);
      await expect
        .poll(() => spectator.heard.at(-1)?.message.causes)
        .toMatchObject([{ kind: 'dena-staked', walletAddress: bob }]);
      await expect.poll(() => metricAt(url, 'denaria_feed_live')).toBe(1);
      await spectator.close();
    } finally {
      await client.close();
      await game.close();
      await database.drop();
    }
  });
});
