/**
 * Games that released versions wrote (tools/rig/played-game.ts), upgraded, and opened by the newest
 * server: whatever they answered then, it answers now. They are never written again.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BSON, MongoClient } from 'mongodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { GameServer, type GameServerOptions } from '../../tools/rig/game-server.ts';
import { readsOf, type Reads } from '../../tools/rig/reads.ts';
import { freePort } from '../../tools/test/listening.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { inDirectory, restored } from '../store/testing/locations.ts';
import { releasedVersions, unpacked, unpackInto } from '../store/testing/released-game.ts';
import { runProgram } from './support/operate.ts';

const CLOCK = new URL('../../tools/rig/shifted-clock.mjs', import.meta.url).href;
/** What says nothing of the present moment. */
const TIMELESS = /^\/(?:api\/(?:events|dena|territory|leaderboard\?at)|ledger)/;
const NOBODY = 'http://127.0.0.1:1/';

const mongo = await testMongo();

const recordSchema = z.object({
  at: z.int(),
  origin: z.url(),
  cookie: z.string(),
  reads: z.record(z.string(), z.object({ status: z.int(), body: z.unknown() })),
});
type Recorded = z.infer<typeof recordSchema>;

async function recorded(version: string, name: string): Promise<Recorded> {
  return recordSchema.parse(JSON.parse((await unpacked(version, `${name}.reads.json`)).toString()));
}

/** What a server of the sources answers on a game, at the moment at which it was recorded. */
async function answers(
  { at, origin, cookie, reads }: Recorded,
  options: Pick<GameServerOptions, 'dataDir' | 'env'>,
): Promise<Reads> {
  const server = await GameServer.start({
    program: 'source',
    // Nobody's stakes are compared with a chain that isn't there.
    needsChain: false,
    rpcUrl: NOBODY,
    port: await freePort(),
    ...options,
    env: {
      // The ledger is named by the public origin only in production.
      NODE_ENV: 'production',
      WALLET_PROOF: 'required',
      PUBLIC_ORIGIN: origin,
      NODE_OPTIONS: `--import ${CLOCK}`,
      DENARIA_SHIFT_MS: String(at - Date.now()),
      ...options.env,
    },
  });
  try {
    return await readsOf(server.url, Object.keys(reads), { Cookie: cookie });
  } finally {
    await server.end();
  }
}

/** A newer server may say more. */
function expectAll(now: Reads, then: Reads): void {
  for (const [path, read] of Object.entries(then)) {
    expect([path, now[path]]).toEqual([path, containing(read)]);
  }
}

function containing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(containing);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, containing(one)])),
  );
}

describe.each(await releasedVersions())('a game of %s', (version) => {
  test('on the embedded store is the same game', async () => {
    await inDataDir(async (dataDir) => {
      await unpackInto(dataDir, version);
      expect(await runProgram('upgrade', { DATA_DIR: dataDir }, [])).toMatchObject({ code: 0 });
      const then = await recorded(version, 'embedded');
      expectAll(await answers(then, { dataDir }), then.reads);
    });
  });

  test('from its backup is the same game', async () => {
    await inDataDir(async (root) => {
      const backup = join(root, 'game.backup');
      await writeFile(backup, await unpacked(version, 'game.backup'));
      const dataDir = join(root, 'data');
      await mkdir(dataDir);
      await restored(backup, inDirectory(dataDir));
      const then = await recorded(version, 'embedded');
      expectAll(await answers(then, { dataDir }), then.reads);
    });
  });

  test.skipIf(!mongo)('on MongoDB is the same game', async () => {
    const [old, database] = [mongo?.database(), mongo?.database()];
    if (!old || !database) throw new Error('there is no MongoDB');
    onTestFinished(async () => {
      for (const one of [old, database]) await one.drop();
    });
    await inDataDir(async (dataDir) => {
      await load(old.uri, (await unpacked(version, 'mongodb.json')).toString());
      const upgrade = await runProgram('upgrade', { MONGODB_URI: old.uri }, ['--to', database.uri]);
      expect(upgrade).toMatchObject({ code: 0 });
      const { reads, ...then } = await recorded(version, 'mongodb');
      // The time there is the database's.
      const timeless = Object.entries(reads).filter(([path]) => TIMELESS.test(path));
      const there = { ...then, reads: Object.fromEntries(timeless) };
      const env = { MONGODB_URI: database.uri };
      expectAll(await answers(there, { dataDir, env }), there.reads);
    });
  });
});

/** As it is stored, the width of its numbers included. */
const intSchema = z.instanceof(BSON.Int32).transform(({ value }) => value);
const dumpSchema = z.array(
  z.object({
    name: z.string(),
    options: z.record(z.string(), z.unknown()),
    indexes: z.array(z.object({ name: z.string(), key: z.record(z.string(), intSchema) }).loose()),
    documents: z.array(z.record(z.string(), z.unknown())),
  }),
);

/** Puts a database back, as it was dumped. */
async function load(uri: string, dump: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  try {
    for (const one of dumpSchema.parse(BSON.EJSON.parse(dump, { relaxed: false }))) {
      const collection = await client.db().createCollection(one.name, one.options);
      const indexes = one.indexes.filter(({ name }) => name !== '_id_');
      if (indexes.length > 0) await collection.createIndexes(indexes);
      if (one.documents.length > 0) await collection.insertMany(one.documents);
    }
  } finally {
    await client.close();
  }
}
