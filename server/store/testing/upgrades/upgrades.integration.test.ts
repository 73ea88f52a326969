/** What every version left behind, opened, played on and moved by today's code, in both stores. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { leaderboardCall } from '../../../../common/protocol/leaderboard.ts';
import { boardRow } from '../../../../common/rules/ranking.ts';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { testMongo } from '../../../../tools/test/mongo/test-mongo.ts';
import { eventDocument, playerDocument, stakeDocument } from '../../documents.ts';
import { inDataDir } from '../../embedded/data-dir.ts';
import { DATABASE_FILE } from '../../embedded/database.ts';
import { prepareQuery } from '../../embedded/query.ts';
import { StoreNotOpened, type Store } from '../../store.ts';
import { allStakes, allEvents, isPastRecorded, loaded, loadedPlayers } from '../observe.ts';
import { inDirectory, inMongo, moved, using, type Place } from '../places.ts';
import {
  expectedOf,
  restoreDump,
  STORE_KINDS,
  unpackDataDir,
  VERSIONS,
  type Expected,
} from './fixtures.ts';
import { chainWith, playGame, type PlayedGame } from './played-game.ts';

const mongo = await testMongo();

/** A fixture in a place where it can be opened. */
interface Restored extends Place {
  /** Increments the version that the stored data names. */
  readonly addToVersion: (by: number) => Promise<void>;
}

const RESTORED = {
  async embedded(version: string, work: (place: Restored) => Promise<void>): Promise<void> {
    await inDataDir(async (dataDir) => {
      unpackDataDir(version, dataDir);
      const place = inDirectory(dataDir);
      await work({
        ...place,
        async addToVersion(by) {
          const database = new Database(join(dataDir, DATABASE_FILE));
          const found = prepareQuery<[number]>(database, 'PRAGMA user_version').get();
          database.pragma(`user_version = ${(found?.[0] ?? 0) + by}`);
          database.close();
        },
      });
    });
  },

  async mongo(version: string, work: (place: Restored) => Promise<void>): Promise<void> {
    await inDatabase(async (uri) => {
      await restoreDump(version, uri);
      await work({
        ...inMongo(uri),
        async addToVersion(by) {
          const client = new MongoClient(uri);
          await client
            .db()
            .collection('data_set')
            .updateOne({}, { $inc: { version: by } });
          await client.close();
        },
      });
    });
  },
};

async function inDatabase(work: (uri: string) => Promise<void>): Promise<void> {
  if (!mongo) throw new Error('there is no MongoDB');
  const { uri, drop } = mongo.database();
  try {
    await work(uri);
  } finally {
    await drop();
  }
}

/** Everything that the API returns about the game, in the form of its documents. */
async function contentsOf(store: Store) {
  const { rows, players } = await loadedPlayers(store);
  expect(rows).toEqual(players.map((player) => boardRow(player)));
  const stakes = await Promise.all(players.map(({ wallet }) => allStakes(store, wallet)));
  const events = await allEvents(store);
  return {
    players: players.map((player) => playerDocument.encode(player)),
    stakes: stakes.flat().map((stake) => stakeDocument.encode(stake)),
    events: events.map((event) => eventDocument.encode(event)),
  };
}

/** Runs the server on the place's store and on the chain as the fixture left it. */
async function playing(
  place: Place,
  { purses, block }: Expected,
  work: (store: Store, game: PlayedGame) => Promise<void>,
): Promise<void> {
  await using(place, async (store) => {
    const game = await playGame(store, chainWith(purses, block));
    try {
      await work(store, game);
    } finally {
      await game.close();
    }
  });
}

async function ranksIn(game: PlayedGame, query = '') {
  return (await game.get(`/api/leaderboard${query}`)).json(leaderboardCall.answers[200]);
}

test('there are fixtures of a first version at least', () => {
  expect(VERSIONS[0]).toBe('v1');
});

const FIXTURES = VERSIONS.flatMap((version) => STORE_KINDS.map((kind) => ({ version, kind })));

describe.each(FIXTURES)('what $version left in the $kind store', ({ version, kind }) => {
  const inFixture = RESTORED[kind];
  const expected = expectedOf(version, kind);
  const { players, stakes, events } = expected;
  const needsMongo = test.skipIf(!mongo);
  const here = kind === 'mongo' ? needsMongo : test;
  /** All of it, as it was. A field that is newer than the fixture has its default. */
  const expectKept = (contents: Awaited<ReturnType<typeof contentsOf>>) =>
    expect(contents).toMatchObject({ players, stakes, events });

  here('reads as it was: players, stakes, events, settings, nonces and sessions', async () => {
    await inFixture(version, async (place) => {
      await using(place, async (store) => {
        expect(await loaded(store)).toMatchObject({ epoch: expected.epoch, rev: expected.rev });
        expectKept(await contentsOf(store));
        for (const [name, value] of Object.entries(expected.settings)) {
          expect(await store.setting(name)).toBe(value);
        }
        for (const tokenId of expected.revokedTokens) {
          expect(await store.sessionState(walletOf(99), tokenId)).toMatchObject({
            isRevoked: true,
          });
        }
        for (const [wallet, epoch] of expected.sessionEpochs) {
          expect(await store.sessionState(wallet, 'another')).toEqual({ epoch, isRevoked: false });
        }
        expect(await store.spendNonce(expected.nonce, Date.now())).toBe(true);
        expect(await store.spendNonce(expected.nonce, Date.now())).toBe(false);
      });
    });
  });

  here('is played on: old requests act once, new ones follow', async () => {
    await inFixture(version, async (place) => {
      const newcomer = walletOf(99);
      await playing(place, expected, async (store, game) => {
        expect(game.clock.now()).toBeGreaterThan(Math.max(...events.map(({ at }) => at)));
        expect(await ranksIn(game)).toMatchObject(expected.ranks);
        const atTheEnd = new Date(Math.max(...events.map(({ at }) => at))).toISOString();
        expect(await ranksIn(game, `?at=${atTheEnd}`)).toMatchObject(expected.ranks);
        await expect.poll(() => isPastRecorded(store), { timeout: 10_000 }).toBe(true);
        expect(await ranksIn(game, `?at=${atTheEnd}`)).toMatchObject(expected.ranks);
        for (const { wallet, path, body, key, status, answer } of expected.requests) {
          const retried = await game.post(wallet, path, body, key);
          expect(retried.status).toBe(status);
          expect(JSON.parse(retried.text)).toMatchObject(answer);
        }
        await game.quiet();
        expectKept(await contentsOf(store));

        const ending = stakes.find(
          (stake) => stake.kind === 'dena' && stake.state.status === 'active',
        );
        if (!ending) throw new Error('no stake of the fixture can be ended');
        const { wallet, id: stakeId } = ending;
        const before = (await ranksIn(game)).find((row) => row.walletAddress === wallet);
        const unstaked = await game.post(wallet, '/api/dena/unstake', { stakeId });
        expect(unstaked.status).toBe(200);
        const staked = await game.post(wallet, '/api/dena/stake', { amount: '1' });
        expect(staked.status).toBe(201);
        const joined = await game.post(newcomer, '/api/player-nation', { nationId: 'usa' });
        expect(joined.status).toBe(201);
        const rows = await ranksIn(game);
        const after = rows.find((row) => row.walletAddress === wallet);
        expect(after?.gdp).toBeLessThan(before?.gdp ?? 0);
        expect(rows).toHaveLength(expected.ranks.length + 1);
      });

      await using(place, async (store) => {
        const { epoch, rev } = await loaded(store);
        expect(epoch).toBe(expected.epoch);
        expect(rev > expected.rev).toBe(true);
        expect(await store.player(newcomer)).not.toBeNull();
        const all = await allEvents(store);
        expect(all.slice(events.length).map((event) => event.kind)).toEqual([
          'dena-unstaked',
          'dena-staked',
          'nation-chosen',
        ]);
      });
    });
  });

  needsMongo('is moved to the other store and back, with equal digests', async () => {
    await inFixture(version, async (place) => {
      await inDataDir(async (folder) => {
        await inDatabase(async (uri) => {
          const dataDir = join(folder, 'moved');
          mkdirSync(dataDir);
          const [other, back] =
            kind === 'mongo'
              ? [inDirectory(dataDir), inMongo(uri)]
              : [inMongo(uri), inDirectory(dataDir)];
          const there = await moved(place, other);
          expect(there.digest).toMatchObject({
            players: { count: players.length },
            stakes: { count: stakes.length },
            events: { count: events.length },
            settings: { count: Object.keys(expected.settings).length },
            revoked_tokens: { count: expected.revokedTokens.length },
            session_epochs: { count: expected.sessionEpochs.length },
          });
          // The requests with a key, and those that the server keyed itself.
          expect(there.digest.receipts.count).toBeGreaterThan(expected.requests.length);
          const again = await moved(other, back);
          expect(again.digest).toEqual(there.digest);
          for (const target of [other, back]) {
            await using(target, async (store) => {
              expectKept(await contentsOf(store));
            });
          }
        });
      });
    });
  });

  here('is refused, and left as it is, where its version is newer than the code', async () => {
    const sentence =
      /was written by a newer Denaria \(version \d+ of its (tables|collections); this one knows \d+\)\. Start that one, or restore a backup\.$/;
    await inFixture(version, async (place) => {
      // However old the fixture is, no code knows this many.
      await place.addToVersion(1000);
      for (const open of [place.open, () => place.archive(true)]) {
        const refusal = await open().then(
          () => null,
          (error: unknown) => error,
        );
        expect(refusal).toBeInstanceOf(StoreNotOpened);
        expect(String(refusal)).toMatch(sentence);
      }
      await place.addToVersion(-1000);
      await using(place, async (store) => {
        expectKept(await contentsOf(store));
      });
    });
  });
});
