/** What the oldest version and the newest one left behind, moved, opened and committed to by today's code. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { testMongo } from '../../../../tools/test/mongo/test-mongo.ts';
import { eventDocument, playerDocument, stakeDocument } from '../../documents.ts';
import type { Store } from '../../store.ts';
import { inDataDir } from '../data-dir.ts';
import { joining, stakingDena } from '../fixtures.ts';
import { allEvents, allStakes, loaded, loadedPlayers, receiptIn } from '../observe.ts';
import { inDirectory, inMongo, moved, using, type Place } from '../places.ts';
import {
  expectedOf,
  restoreDump,
  STORE_KINDS,
  unpackDataDir,
  VERSIONS,
  type Version,
} from './fixtures.ts';

const mongo = await testMongo();

/** A fixture in a place where it can be opened. */
const RESTORED = {
  async embedded(version: Version, work: (place: Place) => Promise<void>) {
    await inDataDir(async (dataDir) => {
      unpackDataDir(version, dataDir);
      await work(inDirectory(dataDir));
    });
  },

  async mongo(version: Version, work: (place: Place) => Promise<void>) {
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

/** The game in the form of its documents. */
async function contentsOf(store: Store) {
  const { players } = await loadedPlayers(store);
  const stakes = await Promise.all(players.map(({ wallet }) => allStakes(store, wallet)));
  return {
    players: players.map((player) => playerDocument.encode(player)),
    stakes: stakes.flat().map((stake) => stakeDocument.encode(stake)),
    events: (await allEvents(store)).map((event) => eventDocument.encode(event)),
  };
}

const FIXTURES = VERSIONS.flatMap((version) => STORE_KINDS.map((kind) => ({ version, kind })));

describe.each(FIXTURES)('what $version left in the $kind store', ({ version, kind }) => {
  const expected = expectedOf(version, kind);
  const { players, stakes, events } = expected;
  const here = test.skipIf(kind === 'mongo' && !mongo);

  here('is moved, reads as it was, and is committed to', async () => {
    await RESTORED[kind](version, async (place) => {
      await inDataDir(async (folder) => {
        const target = join(folder, 'moved');
        mkdirSync(target);
        await moved(place, inDirectory(target));
        expect(await using(inDirectory(target), contentsOf)).toMatchObject({ players, stakes });
      });
      await using(place, async (store) => {
        expect(await loaded(store)).toMatchObject({ epoch: expected.epoch, rev: expected.rev });
        // A field that is newer than the fixture has its default.
        expect(await contentsOf(store)).toMatchObject({ players, stakes, events });
        for (const { wallet, commandId } of expected.receipts) {
          expect(await receiptIn(store, wallet, commandId, Date.now())).not.toBeNull();
        }
        for (const [name, value] of Object.entries(expected.settings)) {
          expect(await store.setting(name)).toBe(value);
        }
        for (const tokenId of expected.revokedTokens) {
          const state = await store.sessionState(walletOf(98), tokenId);
          expect(state).toMatchObject({ isRevoked: true });
        }
        for (const [wallet, epoch] of expected.sessionEpochs) {
          expect(await store.sessionState(wallet, 'another')).toEqual({ epoch, isRevoked: false });
        }
        expect(await store.spendNonce(expected.nonce, Date.now())).toBe(true);

        const player = await store.player(walletOf(1));
        if (!player) throw new Error('the fixture has no first player');
        await store.commit(stakingDena({ player }, 1), player.version, null);
        await store.commit(joining(walletOf(99)), 0, null);
        const kinds = (await allEvents(store)).map((event) => event.kind);
        expect(kinds.slice(events.length)).toEqual(['dena-staked', 'nation-chosen']);
      });
    });
  });
});
