/** What every version left behind, opened and played on by today's code, in both stores. */
import { describe, expect, test } from 'vitest';
import { leaderboardCall } from '../../../../common/protocol/leaderboard.ts';
import { boardRow } from '../../../../common/rules/ranking.ts';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { testMongo } from '../../../../tools/test/mongo/test-mongo.ts';
import { eventDocument, playerDocument, stakeDocument } from '../../documents.ts';
import { inDataDir } from '../data-dir.ts';
import type { Store } from '../../store.ts';
import { allStakes, allEvents, isPastRecorded, loaded, loadedPlayers } from '../observe.ts';
import { inDirectory, inMongo, using, type Place } from '../places.ts';
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
const RESTORED = {
  async embedded(version: string, work: (place: Place) => Promise<void>): Promise<void> {
    await inDataDir(async (dataDir) => {
      unpackDataDir(version, dataDir);
      await work(inDirectory(dataDir));
    });
  },

  async mongo(version: string, work: (place: Place) => Promise<void>): Promise<void> {
    if (!mongo) throw new Error('there is no MongoDB');
    const { uri, drop } = mongo.database();
    try {
      await restoreDump(version, uri);
      await work(inMongo(uri));
    } finally {
      await drop();
    }
  },
};

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

const FIXTURES = VERSIONS.flatMap((version) => STORE_KINDS.map((kind) => ({ version, kind })));

describe.each(FIXTURES)('what $version left in the $kind store', ({ version, kind }) => {
  const inFixture = RESTORED[kind];
  const expected = expectedOf(version, kind);
  const { players, stakes, events } = expected;
  const here = test.skipIf(kind === 'mongo' && !mongo);
  /** All of it, as it was. A field that is newer than the fixture has its default. */
  const expectKept = (contents: Awaited<ReturnType<typeof contentsOf>>) =>
    expect(contents).toMatchObject({ players, stakes, events });

  here('reads as it was, and is played on: old requests act once, new ones follow', async () => {
    await inFixture(version, async (place) => {
      const newcomer = walletOf(99);
      await using(place, async (store) => {
        expect(await loaded(store)).toMatchObject({ epoch: expected.epoch, rev: expected.rev });
        expectKept(await contentsOf(store));
        for (const [name, value] of Object.entries(expected.settings)) {
          expect(await store.setting(name)).toBe(value);
        }
        for (const tokenId of expected.revokedTokens) {
          expect(await store.sessionState(walletOf(98), tokenId)).toMatchObject({
            isRevoked: true,
          });
        }
        for (const [wallet, epoch] of expected.sessionEpochs) {
          expect(await store.sessionState(wallet, 'another')).toEqual({ epoch, isRevoked: false });
        }
        expect(await store.spendNonce(expected.nonce, Date.now())).toBe(true);
        expect(await store.spendNonce(expected.nonce, Date.now())).toBe(false);
      });
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
});
