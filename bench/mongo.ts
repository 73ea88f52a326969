/**
 * Durable commits per second to a MongoDB replica set of three on this machine, 64 in flight: through the
 * store, which also orders all events and follows the change stream, beside the bare driver doing the same
 * transaction for each. Also POST /api/dena/stake on a whole server with that set.
 */
import { MongoClient } from 'mongodb';
import type { Change } from '../common/rules/decision.ts';
import { walletOf, type PlayerState } from '../common/testing/fixtures.ts';
import { collectionsOf } from '../server/store/mongo/collections.ts';
import { documentsOf } from '../server/store/mongo/commit-batch.ts';
import { openMongoStore } from '../server/store/mongo/mongo-store.ts';
import { joining, receiptOf, stakingDena, stateAfter } from '../server/store/testing/fixtures.ts';
import { findMongod } from '../tools/test/mongo/find-mongod.ts';
import { startTestSet, type TestSet } from '../tools/test/mongo/test-set.ts';
import { closedLoop, figuresOf } from './closed-loop.ts';
import { compare, compared, throughput, type Comparison } from './measure.ts';
import { startStakes, WITHOUT_LEDGER } from './write.ts';

const IN_FLIGHT = 64;
const RUN_MS = 2000;
/** So busy a server takes seconds to accept 64 connections. */
const POSTS = { connections: IN_FLIGHT, ms: 10_000, rounds: 3, warmUps: 0, status: 201 };

const DRIVER = 'the bare driver, the same transaction';

/** Commits one change; resolves when a majority has journaled it. */
type Commit = (change: Change, commandId: string) => Promise<unknown>;

export async function benchMongo(): Promise<Comparison[]> {
  const found = await findMongod();
  if (!found.found) {
    console.error(`The MongoDB benchmark was skipped: ${found.why}`);
    return [];
  }
  const set = await startTestSet({ mongod: found.mongod, nodes: 3 });
  try {
    const commits = await benchCommits(set);
    return [commits, ...(await benchPosts(set, commits))];
  } finally {
    await set.stop();
  }
}

async function benchCommits(set: TestSet): Promise<Comparison> {
  const store = await openMongoStore({ uri: set.uri('ours') });
  // The same validators and indexes.
  await (await openMongoStore({ uri: set.uri('bare') })).close();
  const client = new MongoClient(set.uri('bare'));
  const ours: Commit = (change, id) =>
    store.commit(change, change.player.version - 1, receiptOf(id));
  try {
    return await compare(
      `Commits to three MongoDB nodes, ${IN_FLIGHT} in flight (player, stake, event, receipt)`,
      '/s',
      [
        { name: 'MongoDB store', run: await committing(ours) },
        { name: DRIVER, run: await committing(bareCommit(client)) },
      ],
      [{ peer: DRIVER, ratio: 4 }],
    );
  } finally {
    await client.close();
    await store.close();
  }
}

/** Each lane commits to a wallet of its own, each commit following from the previous one. @returns a run. */
async function committing(commit: Commit): Promise<() => Promise<number>> {
  const states = Array.from({ length: IN_FLIGHT }, (_, lane): PlayerState =>
    stateAfter([joining(walletOf(lane + 1))]),
  );
  await Promise.all(states.map(({ player }) => commit(joining(player.wallet), 'joining')));
  return () =>
    throughput(IN_FLIGHT, RUN_MS, async (lane) => {
      const state = states[lane];
      if (!state) return;
      const change = stakingDena(state, 1);
      const { version } = change.player;
      await commit(change, `command-${version}`);
      // Only the version is needed for the next commit, not the stakes.
      states[lane] = { ...state, player: { ...state.player, version } };
    });
}

/** As in the driver's manual. */
function bareCommit(client: MongoClient): Commit {
  const { players, stakes, events, receipts } = collectionsOf(client.db());
  const durably = { writeConcern: { w: 'majority', journal: true } } as const;
  return (change, id) => {
    const version = change.player.version - 1;
    const documents = documentsOf(change, version, receiptOf(id));
    const { player, receipt } = documents;
    const { insertedAt: _, ...event } = documents.event;
    return client.withSession((session) =>
      session.withTransaction(async () => {
        if (version === 0) await players.insertOne(player, { session });
        else await players.replaceOne({ _id: player._id, version }, player, { session });
        for (const stake of documents.stakes) await stakes.insertOne(stake, { session });
        await events.insertOne(event, { session });
        if (receipt) await receipts.insertOne(receipt, { session });
      }, durably),
    );
  };
}

async function benchPosts(set: TestSet, commits: Comparison): Promise<Comparison[]> {
  const start = (name: string, hasLedger: boolean) =>
    startStakes(name, { kind: 'durable', mongodbUri: set.uri(`posts_${hasLedger}`), hasLedger });
  const served = [await start('Denaria on MongoDB', true), await start(WITHOUT_LEDGER, false)];
  try {
    const rounds = await closedLoop(served, POSTS);
    const bare = commits.figures.find((figure) => figure.name === DRIVER);
    return [
      compared(
        `Stakes over HTTP, ${IN_FLIGHT} in flight`,
        '/s',
        [...figuresOf(rounds, 'perSecond'), { name: DRIVER, runs: [bare?.median ?? Number.NaN] }],
        [
          { peer: DRIVER, ratio: 3 },
          { peer: WITHOUT_LEDGER, ratio: 0.95 },
        ],
      ),
      compared('Their p99', 'ms', figuresOf(rounds, 'p99Ms')),
    ];
  } finally {
    for (const { server } of served) await server.end();
  }
}
