/**
 * POST /api/dena/stake through the whole server: express, session, validation, chain cache, rules,
 * a durable commit, this process's own board. The embedded store beside one that only acknowledges,
 * one that takes a transaction per POST and one without a ledger; MongoDB, three nodes on this
 * machine, beside the bare driver with the same transaction.
 */
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { walletOf } from '../common/testing/fixtures.ts';
import { collectionsOf } from '../server/store/mongo/collections.ts';
import { documentsOf } from '../server/store/mongo/commit-batch.ts';
import { openMongoStore } from '../server/store/mongo/mongo-store.ts';
import { joining, receiptOf, stakingDena, stateAfter } from '../server/store/testing/fixtures.ts';
import { removeDataFolder } from '../server/test/support/data-folder.ts';
import { Child } from '../tools/processes.ts';
import { findMongod } from '../tools/test/mongo/find-mongod.ts';
import { startTestSet } from '../tools/test/mongo/test-set.ts';
import { compared, percentile, alternate, type Comparison } from './measure.ts';

const IN_FLIGHT = 64;
/** Few enough that a request waits only for its own work. */
const UNHURRIED = 8;
const RUN_MS = 1500;
/** So busy a server takes seconds to accept its connections. */
const MONGO_MS = 10_000;
/** Runs before any is measured, until the code path is compiled. */
const WARM_UPS = 4;

const IN_MEMORY = 'the same on a store in memory';
const ONE_BY_ONE = 'one transaction per POST';
const NO_LEDGER = 'the same without a ledger';
const DRIVER = 'the bare driver, the same transaction';

const startedSchema = z.object({
  port: z.int(),
  dataDir: z.string(),
  players: z.array(z.object({ wallet: z.string(), cookie: z.string() })),
});

export async function benchWrite(): Promise<Comparison[]> {
  return [...(await onEmbedded()), ...(await onMongo())];
}

async function onEmbedded(): Promise<Comparison[]> {
  const servers = await Promise.all([
    startServer('Denaria, durable', { kind: 'durable', hasLedger: true }),
    startServer(IN_MEMORY, { kind: 'memory', hasLedger: true }),
    startServer(ONE_BY_ONE, { kind: 'one-by-one', hasLedger: true }),
    startServer(NO_LEDGER, { kind: 'durable', hasLedger: false }),
  ]);
  try {
    for (const server of servers) {
      for (let n = 0; n < WARM_UPS; n += 1) await server.run(IN_FLIGHT, RUN_MS);
    }
    const contenders = (connections: number) =>
      servers.map((server, n) => ({
        name: server.name,
        isPeer: n > 0,
        run: () => server.run(connections, RUN_MS),
      }));
    const busy = await alternate(contenders(IN_FLIGHT));
    const calm = await alternate(contenders(UNHURRIED).slice(0, 2));
    const [durable, memory] = calm.map(({ runs }) => runs.map(({ p50 = Number.NaN }) => p50));
    const added = durable?.map((p50, round) => ({ added: p50 - (memory?.[round] ?? Number.NaN) }));
    return [
      compared(`Stakes, ${IN_FLIGHT} in flight, embedded store`, ['rate', '/s'], busy, [
        { peer: IN_MEMORY, ratio: 0.7 },
        { peer: ONE_BY_ONE, ratio: 2.5 },
      ]),
      compared('Their p99', ['p99', 'ms'], busy),
      compared('Per second of the server’s processor time', ['cpuRate', '/s'], busy, [
        { peer: NO_LEDGER, ratio: 0.95 },
      ]),
      compared(`A stake’s p50, ${UNHURRIED} in flight`, ['p50', 'ms'], calm),
      compared(
        'What durability adds to it',
        ['added', 'ms'],
        [{ name: 'Denaria', runs: added ?? [] }],
        [{ most: 2 }],
      ),
    ];
  } finally {
    for (const server of servers) await server.end();
  }
}

async function onMongo(): Promise<Comparison[]> {
  const found = await findMongod();
  if (!found.found) {
    console.error(`Stakes on MongoDB were left out: ${found.why}`);
    return [];
  }
  const set = await startTestSet({ mongod: found.mongod, nodes: 3 });
  const mongodbUri = set.uri('stakes');
  const server = await startServer('Denaria', { kind: 'durable', hasLedger: true, mongodbUri });
  const driver = new MongoClient(set.uri('bare'));
  try {
    // The same validators and indexes.
    await (await openMongoStore({ uri: set.uri('bare') })).close();
    const measured = await alternate(
      [
        { name: server.name, run: () => server.run(IN_FLIGHT, MONGO_MS) },
        { name: DRIVER, isPeer: true, run: () => bareTransactions(driver) },
      ],
      3,
    );
    return [
      compared(`Stakes, ${IN_FLIGHT} in flight, MongoDB`, ['rate', '/s'], measured, [
        { peer: DRIVER, ratio: 1 },
      ]),
      compared('Their p99', ['p99', 'ms'], measured),
    ];
  } finally {
    await driver.close();
    await server.end();
    await set.stop();
  }
}

/** A whole server, and a process that stakes at it. */
async function startServer(
  name: string,
  options: {
    readonly kind: 'durable' | 'memory' | 'one-by-one';
    readonly hasLedger: boolean;
    readonly mongodbUri?: string;
  },
) {
  const server = await Child.start(join(import.meta.dirname, 'servers/write-server.ts'));
  const load = await Child.start(join(import.meta.dirname, 'load/stake-load.ts'));
  const { port, dataDir, players } = await server.call('start', startedSchema, options);
  return {
    name,
    async run(connections: number, ms: number) {
      const cpuBefore = await server.cpuMs();
      const all = await load.call('run', z.array(z.number()), { port, ms, connections, players });
      const cpuMs = (await server.cpuMs()) - cpuBefore;
      return {
        rate: (all.length * 1000) / ms,
        cpuRate: (all.length * 1000) / cpuMs,
        p50: percentile(all, 0.5),
        p99: percentile(all, 0.99),
      };
    },
    async end(): Promise<void> {
      await Promise.all([server.end(), load.end()]);
      await removeDataFolder(dataDir);
    },
  };
}

let wallets = 0;

/**
 * As in the driver's manual: each lane commits stakes of a wallet of its own, one after the other.
 */
async function bareTransactions(client: MongoClient) {
  const { players, stakes, events, receipts } = collectionsOf(client.db());
  const durably = { writeConcern: { w: 'majority', journal: true } } as const;
  const until = performance.now() + MONGO_MS;
  const latencyMs: number[] = [];
  const play = async () => {
    wallets += 1;
    const joined = joining(walletOf(wallets));
    const state = stateAfter([joined]);
    let change = joined;
    for (let version = 0; performance.now() < until; version += 1) {
      const documents = documentsOf(change, version, receiptOf(`command-${version}`));
      const { player, receipt } = documents;
      const { insertedAt: _, ...event } = documents.event;
      const sentAt = performance.now();
      await client.withSession((session) =>
        session.withTransaction(async () => {
          if (version === 0) await players.insertOne(player, { session });
          else await players.replaceOne({ _id: player._id, version }, player, { session });
          for (const stake of documents.stakes) await stakes.insertOne(stake, { session });
          await events.insertOne(event, { session });
          if (receipt) await receipts.insertOne(receipt, { session });
        }, durably),
      );
      latencyMs.push(performance.now() - sentAt);
      // Only the version is needed for the next commit, not the stakes.
      const { version: reached } = change.player;
      change = stakingDena({ ...state, player: { ...state.player, version: reached } }, 1);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, play));
  return { rate: (latencyMs.length * 1000) / MONGO_MS, p99: percentile(latencyMs, 0.99) };
}
