/**
 * Games that released versions wrote (tools/rig/played-game.ts), upgraded, and opened by the newest
 * server: whatever they answered then, it answers now. They are never written again.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { GameServer, type GameServerOptions } from '../../tools/rig/game-server.ts';
import { readsOf, type Reads } from '../../tools/rig/reads.ts';
import { freePort } from '../../tools/test/listening.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { REAL_MACHINE, useMachine } from '../lib/machine.ts';
import { loadReleased } from '../store/mongo/testing/load-dump.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { inDirectory } from '../store/locations.ts';
import { restored } from '../store/testing/locations.ts';
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

/** For a program that runs at a moment: sessions and receipts of then have not expired yet. */
const clockAt = (at: number) => ({
  NODE_OPTIONS: `--import ${CLOCK}`,
  DENARIA_SHIFT_MS: String(at - Date.now()),
});

/** A server of the sources answers as recorded on a game, at that moment. */
async function expectAnswers(
  { at, origin, cookie, reads }: Recorded,
  options: Pick<GameServerOptions, 'dataDir' | 'env'>,
): Promise<void> {
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
      ...clockAt(at),
      ...options.env,
    },
  });
  try {
    const now = () => readsOf(server.url, Object.keys(reads), { Cookie: cookie });
    // What changed since an hour ago is known some moments after the start.
    await vi.waitFor(async () => expectAll(await now(), reads), { timeout: 10_000, interval: 200 });
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
      const then = await recorded(version, 'embedded');
      const env = { DATA_DIR: dataDir, ...clockAt(then.at) };
      expect(await runProgram('upgrade', env, [])).toMatchObject({ code: 0 });
      await expectAnswers(then, { dataDir });
    });
  });

  test('from its backup is the same game', async () => {
    await inDataDir(async (root) => {
      const backup = join(root, 'game.backup');
      await writeFile(backup, await unpacked(version, 'game.backup'));
      const dataDir = join(root, 'data');
      await mkdir(dataDir);
      const then = await recorded(version, 'embedded');
      useMachine({ ...REAL_MACHINE, now: () => then.at });
      onTestFinished(() => useMachine(null));
      await restored(backup, inDirectory(dataDir));
      useMachine(null);
      await expectAnswers(then, { dataDir });
    });
  });

  test.skipIf(!mongo)('on MongoDB is the same game', async () => {
    const [old, database] = [mongo?.database(), mongo?.database()];
    if (!old || !database) throw new Error('there is no MongoDB');
    onTestFinished(async () => {
      for (const one of [old, database]) await one.drop();
    });
    await inDataDir(async (dataDir) => {
      const client = new MongoClient(old.uri);
      await loadReleased(client.db(), version);
      await client.close();
      const upgrade = await runProgram('upgrade', { MONGODB_URI: old.uri }, ['--to', database.uri]);
      expect(upgrade).toMatchObject({ code: 0 });
      // One of the newest form is played on where it is.
      const { uri } = upgrade.out.includes('Nothing to do') ? old : database;
      const { reads, ...then } = await recorded(version, 'mongodb');
      // The time there is the database's, by which its sessions are over.
      const timeless = Object.entries(reads).filter(([path]) => TIMELESS.test(path));
      const there = { ...then, reads: Object.fromEntries(timeless) };
      const env = { MONGODB_URI: uri };
      await expectAnswers(there, { dataDir, env });
    });
  });
});
