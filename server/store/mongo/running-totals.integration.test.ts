/** Running totals that a document lacks, and the plan by which a wallet's stakes are read. */
import { MongoClient, type Db } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { standingOf } from '../../../common/rules/gdp.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { testMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { playerDocument } from '../documents.ts';
import type { Store } from '../store.ts';
import {
  commitAll,
  commitManyStakes,
  joining,
  stakingDena,
  stateAfter,
  story,
} from '../testing/fixtures.ts';
import { allStakes, loadedPlayers } from '../testing/observe.ts';
import { collectionsOf, DATA_SET_ID } from './collections.ts';
import { openMongoArchive } from './mongo-archive.ts';
import { openMongoStore } from './mongo-store.ts';

const mongo = await testMongo();

async function inDatabase(
  work: (place: { readonly uri: string; readonly db: Db }) => Promise<void>,
): Promise<void> {
  if (!mongo) throw new Error('there is no MongoDB');
  const { uri, drop } = mongo.database();
  const client = new MongoClient(uri);
  try {
    await work({ uri, db: client.db() });
  } finally {
    await client.close();
    await drop();
  }
}

async function withStore(uri: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openMongoStore({ uri });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** The documents as a Denaria leaves them that knows no totals. */
async function asOlderProcessLeaves(db: Db, filter: object = {}): Promise<void> {
  await db.collection('players').updateMany(filter, {
    $unset: { 'standing.activeStakes': '', 'standing.nationalCount': '' },
  });
}

async function lacking(db: Db): Promise<number> {
  return db.collection('players').countDocuments({ 'standing.activeStakes': { $exists: false } });
}

/** [GDP1] However a player is read, its totals match its stakes. */
async function expectTotals(store: Store, players: number): Promise<void> {
  const all = (await loadedPlayers(store)).players;
  expect(all).toHaveLength(players);
  for (const player of all) {
    const { wallet, nationId } = player;
    expect(player.standing).toEqual(standingOf(nationId, await allStakes(store, wallet)));
    expect(await store.player(wallet)).toEqual(player);
    const asked = { stakeId: null, commandId: null, now: 0 };
    expect(await store.load(wallet, asked)).toMatchObject({ player });
  }
}

describe.skipIf(!mongo)('players without running totals', () => {
  test('are read with those of their stakes next to an older process, and play on', async () => {
    await inDatabase(async ({ uri, db }) => {
      await withStore(uri, async (store) => {
        const changes = story(walletOf(1));
        await commitAll(store, changes.slice(0, -2));
        await commitAll(store, [joining(walletOf(2))]);
        await commitAll(store, [joining(walletOf(3))]);
        await asOlderProcessLeaves(db, { _id: { $ne: walletOf(3) } });
        expect(await lacking(db)).toBe(2);
        await expectTotals(store, 3);

        const player = await store.player(walletOf(2));
        if (!player) throw new Error('everyone has joined');
        await store.commit(stakingDena({ player }), 1, null);
        await commitAll(store, changes.slice(-2));
        expect(await lacking(db)).toBe(0);
        await expectTotals(store, 3);
        expect(await store.player(walletOf(1))).toEqual(stateAfter(changes).player);
      });
    });
  });

  test('are filled in by the migration, and moved with their totals', async () => {
    await inDatabase(async ({ uri, db }) => {
      await withStore(uri, async (store) => {
        await commitAll(store, story(walletOf(1)));
        // More than the migration fills in at a time.
        const others = Array.from({ length: 1100 }, (_, n) => joining(walletOf(n + 2)).player);
        await collectionsOf(db).players.insertMany(
          others.map((player) => ({ _id: player.wallet, ...playerDocument.encode(player) })),
        );
      });
      await asOlderProcessLeaves(db);
      const archive = await openMongoArchive({ uri, mustExist: true });
      const moved = [];
      for await (const rows of archive.read('players', 0)) moved.push(...rows);
      await archive.close();
      expect(moved.every(({ standing }) => standing.activeStakes.dena === 0)).toBe(true);
      expect(moved.find(({ wallet }) => wallet === walletOf(1))).toEqual(
        stateAfter(story(walletOf(1))).player,
      );

      const { dataSet } = collectionsOf(db);
      await dataSet.updateOne({ _id: DATA_SET_ID }, { $set: { version: 1 } });
      // Several in parallel, as processes that start together.
      const stores = await Promise.all([1, 2, 3].map(() => openMongoStore({ uri })));
      await Promise.all(stores.map((store) => store.close()));
      expect(await lacking(db)).toBe(0);
      await withStore(uri, (store) =>
        expect(store.player(walletOf(1))).resolves.toEqual(stateAfter(story(walletOf(1))).player),
      );
    });
  });
});

describe.skipIf(!mongo)('a wallet’s stakes', () => {
  test('are read only from their index, as many keys as there are answers', async () => {
    await inDatabase(async ({ uri, db }) => {
      await withStore(uri, async (store) => {
        await commitAll(store, [joining(walletOf(1))]);
        await commitManyStakes(store, walletOf(1), { active: 300, ended: 3000 });
        const [before = null] = (await allStakes(store, walletOf(1))).slice(1500, 1501);
        await db.command({ profile: 2 });
        for (const kinds of [['dena'], ['dena', 'national', 'cultural']] as const) {
          for (const place of [null, before]) {
            const query = { kinds, activeOnly: false, before: place, limit: 310 };
            expect(await store.stakes(walletOf(1), query)).toHaveLength(310);
          }
        }
        await db.command({ profile: 0 });
        const profile = db.collection('system.profile');
        const reads = await profile.find({ 'command.find': 'stakes' }).toArray();
        expect(reads.length).toBeGreaterThanOrEqual(4);
        for (const { hasSortStage, keysExamined, nreturned } of reads) {
          expect(hasSortStage).toBeUndefined();
          expect(keysExamined).toBeLessThan(nreturned + 10);
        }
      });
    });
  });
});
