/**
 * `npm run upgrade-fixture -- vN`: plays the story into both stores and writes what they then hold as the
 * fixture of version N. It needs a mongod, as the tests do. docs/operating.md says when to run it.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { leaderboardCall } from '../../../../common/protocol/leaderboard.ts';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { EVENT_KINDS } from '../../../../common/values/game-event.ts';
import type { Stake } from '../../../../common/values/stake.ts';
import { findMongod } from '../../../../tools/test/mongo/find-mongod.ts';
import { startTestSet } from '../../../../tools/test/mongo/test-set.ts';
import { eventDocument, playerDocument, stakeDocument } from '../../documents.ts';
import { inDataDir } from '../data-dir.ts';
import { DATABASE_FILE } from '../../embedded/database.ts';
import { allStakes, allEvents, isPastRecorded, loadedPlayers } from '../observe.ts';
import { inDirectory, inMongo, using, type Place } from '../places.ts';
import {
  newFixture,
  packDataDir,
  writeDump,
  writeExpected,
  type ExpectedText,
} from './fixtures.ts';
import { chainWith, playGame } from './played-game.ts';
import { nameTokens, PURSES_AT_FIRST, PURSES_AT_LAST, tell } from './story.ts';

/** A fixture's receipts and nonces are valid whenever it is opened. */
const NEVER_EXPIRES = new Date(Date.UTC(2100, 0, 1));

const REVOKED_TOKEN = 'a session that was signed out of';
/** A wallet that signed out everywhere, and its epoch since. */
const SIGNED_OUT: ExpectedText['sessionEpochs'] = [[walletOf(2), 1]];

/** Active, ended by its owner and ended by its backing, for each of three kinds. */
const WAYS_TO_STAKE = 9;

async function play(place: Place): Promise<ExpectedText> {
  const kept = await using(place, async (store) => {
    const chain = chainWith(PURSES_AT_FIRST, 1);
    nameTokens(chain);
    const game = await playGame(store, chain);
    const told = await tell(game);
    const rows = (await game.get('/api/leaderboard')).json(leaderboardCall.answers[200]);
    while (!(await isPastRecorded(store))) await sleep(100);
    await game.close();
    await store.revokeToken(REVOKED_TOKEN, NEVER_EXPIRES.getTime());
    await store.raiseSessionEpoch(walletOf(2));
    // As a killed process leaves it.
    await store.holdLease('chain-follower', 'a process that is gone', 1);
    const { epoch, rev, players } = await loadedPlayers(store);
    const stakes = (
      await Promise.all(players.map(({ wallet }) => allStakes(store, wallet)))
    ).flat();
    const events = await allEvents(store);
    const ways = new Set(stakes.map(wayOf));
    const kinds = new Set(events.map(({ kind }) => kind));
    if (ways.size < WAYS_TO_STAKE || kinds.size < EVENT_KINDS.length) {
      throw new Error(`The story leaves too little: ${[...ways, ...kinds].join(', ')}`);
    }
    return {
      epoch,
      rev,
      players: players.map((player) => playerDocument.encode(player)),
      stakes: stakes.map((stake) => stakeDocument.encode(stake)),
      events: events.map((event) => eventDocument.encode(event)),
      ranks: rows,
      block: chain.blockNumber,
      purses: PURSES_AT_LAST.map((purse) => ({ ...purse, denaWei: purse.denaWei.toString() })),
      revokedTokens: [REVOKED_TOKEN],
      sessionEpochs: SIGNED_OUT,
      ...told,
    };
  });
  return { ...kept, settings: await settingsIn(place) };
}

function wayOf({ kind, state }: Stake): string {
  return `${kind} ${state.status === 'active' ? 'active' : state.reason}`;
}

/** All of them, whatever their names. */
async function settingsIn(place: Place): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  const archive = await place.archive(true);
  try {
    for await (const rows of archive.read('settings', 0)) {
      for (const { name, value } of rows) settings[name] = value;
    }
  } finally {
    await archive.close();
  }
  return settings;
}

async function writeEmbedded(folder: string): Promise<void> {
  await inDataDir(async (dataDir) => {
    writeExpected(folder, 'embedded', await play(inDirectory(dataDir)));
    const database = new Database(join(dataDir, DATABASE_FILE));
    for (const table of ['receipts', 'nonces']) {
      database.prepare(`UPDATE ${table} SET expires_at = ?`).run([NEVER_EXPIRES.getTime()]);
    }
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
    packDataDir(folder, dataDir);
  });
}

async function writeMongo(folder: string): Promise<void> {
  const mongo = await findMongod();
  if (!mongo.found) throw new Error(mongo.why);
  const set = await startTestSet({ mongod: mongo.mongod, nodes: 1 });
  try {
    const uri = set.uri('denaria');
    writeExpected(folder, 'mongo', await play(inMongo(uri)));
    const client = new MongoClient(uri);
    for (const name of ['receipts', 'nonces']) {
      await client
        .db()
        .collection(name)
        .updateMany({}, { $set: { expiresAt: NEVER_EXPIRES } });
    }
    await client.close();
    await writeDump(folder, uri);
  } finally {
    await set.stop();
  }
}

const [version = ''] = process.argv.slice(2);
if (!/^v\d+$/.test(version)) throw new Error('Name a version: npm run upgrade-fixture -- v6');
const folder = newFixture(version);
await writeEmbedded(folder);
await writeMongo(folder);
