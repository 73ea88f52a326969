/**
 * A start with a million players: how long until the game answers, on both stores. The data sets
 * are made by the rules but inserted directly, since the game itself would take minutes.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { walletOf } from '../common/testing/fixtures.ts';
import type { EventDraft } from '../common/values/stored-event.ts';
import { NATION_IDS } from '../common/values/nations.ts';
import type { Player } from '../common/values/player.ts';
import type { Stake } from '../common/values/stake.ts';
import { eventDocument, playerDocument, stakeDocument } from '../server/store/documents.ts';
import { openEmbeddedStore } from '../server/store/embedded/embedded-store.ts';
import { openMongoStore } from '../server/store/mongo/mongo-store.ts';
import { joining, stakingDena, stateAfter } from '../server/store/testing/fixtures.ts';
import { newDataFolder, removeDataFolder } from '../server/test/support/data-folder.ts';
import { findMongod } from '../tools/test/mongo/find-mongod.ts';
import { startTestSet } from '../tools/test/mongo/test-set.ts';
import { Child } from '../tools/processes.ts';
import { compared, alternate, type Comparison } from './measure.ts';

const PLAYERS = 1_000_000;
const ROUNDS = 3;
/** Players inserted at a time; divides their total. */
const BATCH = 20_000;
/** As `npm start` has it. */
const NODE_ARGS = ['--max-semi-space-size=64'];
/** A Monday within the fixtures' year. All commits are of its week: others would have ends. */
const FIRST_STAKE_AT = Date.UTC(2026, 5, 1);
const SPREAD_MS = 5e8;

const startedSchema = z.object({
  seconds: z.number(),
  /** CPU time of all the server's threads, which excludes other processes on the machine. */
  cpuSeconds: z.number(),
  /** The longest time in the first 5 s after the answer in which the event loop did not turn. */
  longestPauseMs: z.number(),
});

export async function benchStart(): Promise<Comparison[]> {
  const comparisons = await onEmbedded();
  const mongo = await findMongod();
  if (mongo.found) comparisons.push(...(await onMongo(mongo.mongod)));
  else console.error(`A start on MongoDB was left out: ${mongo.why}`);
  return comparisons;
}

async function onEmbedded(): Promise<Comparison[]> {
  const dataDir = await newDataFolder();
  try {
    await fillEmbedded(dataDir);
    return await measure('embedded store', { dataDir, mongodbUri: null }, 8);
  } finally {
    await removeDataFolder(dataDir);
  }
}

async function onMongo(mongod: string): Promise<Comparison[]> {
  const set = await startTestSet({ mongod, nodes: 1 });
  try {
    const mongodbUri = set.uri('denaria');
    await fillMongo(mongodbUri);
    const name = 'MongoDB, a set of one on this machine';
    return await measure(name, { dataDir: tmpdir(), mongodbUri }, 15);
  } finally {
    await set.stop();
  }
}

async function measure(
  name: string,
  place: { readonly dataDir: string; readonly mongodbUri: string | null },
  targetS: number,
): Promise<Comparison[]> {
  const module = join(import.meta.dirname, 'servers/start-server.ts');
  const run = async () => {
    const server = await Child.start(module, { nodeArgs: NODE_ARGS });
    const started = await server.call('start', startedSchema, place);
    await server.end();
    return started;
  };
  const measured = await alternate([{ name, run }], ROUNDS);
  const title = `A start with ${PLAYERS.toLocaleString('en-US')} players, until it answers`;
  return [
    compared(title, ['seconds', 's'], measured, [{ most: targetS }]),
    compared('Its processor time', ['cpuSeconds', 's'], measured),
    compared('Its longest pause in the 5 s after', ['longestPauseMs', 'ms'], measured),
  ];
}

/** A player with a nation and a stake of DENA, in no order of GDP or address. */
function playerOf(n: number): {
  player: Player;
  stakes: readonly Stake[];
  events: readonly EventDraft[];
} {
  const wallet = walletOf(((n * 2_654_435_761) % 2 ** 32) * 2 ** 20 + n);
  const at = FIRST_STAKE_AT + ((n * 104_729) % SPREAD_MS);
  const first = joining(wallet, NATION_IDS[n % NATION_IDS.length], at);
  const amount = 1000 + ((n * 7919) % 500_000);
  const second = stakingDena(stateAfter([first]), amount, at);
  return { player: second.player, stakes: second.stakes, events: [first.event, second.event] };
}

async function fillEmbedded(dataDir: string): Promise<void> {
  // Creates the tables.
  await (await openEmbeddedStore({ dataDir })).close();
  const database = new Database(join(dataDir, 'denaria.db'));
  database.exec('PRAGMA synchronous = OFF');
  const putPlayer = database.prepare(
    'INSERT INTO players (wallet, version, document) VALUES (?, ?, ?)',
  );
  const putStake = database.prepare('INSERT INTO stakes (wallet, id, document) VALUES (?, ?, ?)');
  const putEvent = database.prepare(
    'INSERT INTO events (rev, wallet, nation_id, at, document) VALUES (?, ?, ?, ?, ?)',
  );
  let rev = 0;
  for (let done = 0; done < PLAYERS; done += BATCH) {
    database.exec('BEGIN');
    for (let n = done + 1; n <= done + BATCH; n += 1) {
      const { player, stakes, events } = playerOf(n);
      const { wallet, version } = player;
      putPlayer.run([wallet, version, JSON.stringify(playerDocument.encode(player))]);
      for (const stake of stakes) {
        putStake.run([wallet, stake.id, JSON.stringify(stakeDocument.encode(stake))]);
      }
      for (const event of events) {
        rev += 1;
        const document = JSON.stringify(eventDocument.encode(event));
        putEvent.run([rev, wallet, event.row.nationId, event.at, document]);
      }
    }
    database.exec('COMMIT');
  }
  database.close();
}

/** The players, and the first event, with which the weeks begin: a start reads no other. */
async function fillMongo(uri: string): Promise<void> {
  const store = await openMongoStore({ uri });
  await store.commit(joining(walletOf(0), 'italy', FIRST_STAKE_AT), 0, null);
  await store.close();
  const client = new MongoClient(uri);
  try {
    const players = client.db().collection<{ _id: string }>('players');
    for (let done = 0; done < PLAYERS; done += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, i) => playerOf(done + i + 1).player);
      await players.insertMany(
        batch.map((player) => ({ _id: player.wallet, ...playerDocument.encode(player) })),
        { ordered: false },
      );
    }
  } finally {
    await client.close();
  }
}
