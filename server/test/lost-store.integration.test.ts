/**
 * A process whose store is lost for good ends by itself, and says why; one whose store is unavailable,
 * however long, or full, serves what it can and recovers by itself.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { testMongo, testMongod } from '../../tools/test/mongo/test-mongo.ts';
import { startTestSet } from '../../tools/test/mongo/test-set.ts';
import { DATABASE_FILE } from '../store/embedded/database.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { ask } from './support/http-client.ts';
import { startProcess, type GameProcess } from './support/processes.ts';

/** By then a process that can do nothing more has ended. */
const ENDS_MS = 10_000;
/** Longer than the driver looks for a primary, and than any of the store's own timeouts. */
const OUTAGE_MS = 12_000;

const mongo = await testMongo();
const mongod = await testMongod();

let dataDir: string;
const started: GameProcess[] = [];

beforeEach(async () => {
  dataDir = await newDataFolder();
});
afterEach(async () => {
  for (const one of started.splice(0)) {
    one.signal('SIGKILL');
    await one.exit;
  }
  await removeDataFolder(dataDir);
});

async function start(env: Record<string, string> = {}, execPath?: string): Promise<GameProcess> {
  const all = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    WALLET_PROOF: 'off',
    LOG_LEVEL: 'fatal',
    SESSION_SECRET: 'a secret that is long enough to sign by',
    ...env,
  };
  const game = await startProcess(all, dataDir, execPath);
  started.push(game);
  return game;
}

async function joined(game: GameProcess, n: number): Promise<number> {
  await game.give(walletOf(n), { denaWei: dena(1000) });
  const json = { walletAddress: walletOf(n), nationId: 'italy' };
  return (await ask(game.url, '/api/player-nation', { json })).status;
}

/** How many players the list holds; shows that reads are answered. */
async function listed(game: GameProcess): Promise<number> {
  const { status, text } = await ask(game.url, '/api/leaderboard');
  expect(status).toBe(200);
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.length : Number.NaN;
}

async function exitOf(game: GameProcess): Promise<number | null | 'runs'> {
  return Promise.race([game.exit, sleep(ENDS_MS, 'runs' as const, { ref: false })]);
}

describe('a process whose embedded store is lost', () => {
  test.each([
    ['its file is removed', (file: string) => rmSync(file), /was removed while it was open/],
    [
      'its log is removed',
      (file: string) => rmSync(`${file}-wal`),
      /was removed while it was open/,
    ],
    [
      'its file is replaced',
      (file: string) => {
        writeFileSync(`${file}.new`, 'another');
        renameSync(`${file}.new`, file);
      },
      /was replaced by another file/,
    ],
    [
      'its directory is moved',
      (file: string) => {
        const folder = dirname(file);
        renameSync(folder, `${folder}-away`);
      },
      /was removed while it was open/,
    ],
  ])(
    'ends with 1 and says why where %s, though nobody asks it anything',
    async (_, lose, words) => {
      const inner = join(dataDir, 'data');
      const game = await start({ DATA_DIR: inner });
      expect(await joined(game, 1)).toBe(201);
      lose(join(inner, DATABASE_FILE));
      expect(await exitOf(game)).toBe(1);
      expect(game.output()).toMatch(words);
      expect(game.output()).toMatch(/The store in DATA_DIR is lost: .*start Denaria again\./);
    },
  );
});

/** Node in a separate mount namespace, where DATA_DIR is a small disk. */
const SMALL_DISK = `#!/bin/sh
exec unshare -Urm sh -c 'mount -t tmpfs -o size=4m none "$DATA_DIR" && exec "${process.execPath}" "$@"' sh "$@"
`;

function canMount(): boolean {
  const tried = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  return tried.status === 0;
}

describe.skipIf(!canMount())('a process whose disk is full', () => {
  test('answers reads, refuses commands with 503, and recovers when there is room', async () => {
    const shell = join(dataDir, 'node-on-a-small-disk');
    await writeFile(shell, SMALL_DISK);
    await chmod(shell, 0o755);
    const game = await start({}, shell);
    expect(await joined(game, 1)).toBe(201);
    const disk = `/proc/${game.pid}/root${dataDir}`;
    expect(readdirSync(disk)).toContain(DATABASE_FILE);
    const filler = join(disk, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(8_000_000))).toThrow(/ENOSPC/);
    const during: number[] = [];
    for (let n = 2; n < 200 && during.at(-1) !== 503; n += 1) during.push(await joined(game, n));
    expect(during.at(-1)).toBe(503);
    const players = during.length;
    expect(await listed(game)).toBe(players);
    // Longer than any check of the files takes: it is still there, and still says so.
    await sleep(3000);
    expect(await joined(game, 300)).toBe(503);
    expect(await listed(game)).toBe(players);
    expect((await ask(game.url, '/readyz')).status).toBe(503);
    rmSync(filler);
    expect(await joined(game, 301)).toBe(201);
    await expect.poll(() => listed(game)).toBe(players + 1);
    // And it ends gracefully with the disk full again.
    expect(() => writeFileSync(filler, Buffer.alloc(8_000_000))).toThrow(/ENOSPC/);
    game.signal('SIGTERM');
    expect(await exitOf(game)).toBe(0);
  });
});

describe.skipIf(!mongod)('a process whose MongoDB is unavailable for a long time', () => {
  test('answers reads, refuses commands with 503, and recovers by itself', async () => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 1 });
    try {
      const game = await start({ MONGODB_URI: set.uri('away') });
      expect(await joined(game, 1)).toBe(201);
      await expect.poll(() => listed(game)).toBe(1);
      const [node] = set.nodes;
      node?.kill();
      const until = performance.now() + OUTAGE_MS;
      do {
        expect(await listed(game)).toBe(1);
        expect(await joined(game, 2)).toBe(503);
      } while (performance.now() < until);
      await node?.start();
      await expect.poll(() => joined(game, 3), { timeout: 30_000 }).toBe(201);
      await expect.poll(() => listed(game)).toBeGreaterThanOrEqual(2);
      expect(game.endedByItself()).toBe(false);
    } finally {
      await set.stop();
    }
  });
});

describe.skipIf(!mongo)('a process whose database is dropped', () => {
  test('ends with 1 and says why', async () => {
    const database = mongo?.database();
    if (!database) return;
    const game = await start({ MONGODB_URI: database.uri });
    expect(await joined(game, 1)).toBe(201);
    const client = new MongoClient(database.uri);
    await client.db().dropDatabase();
    await client.close();
    expect(await exitOf(game)).toBe(1);
    expect(game.output()).toMatch(/The store in MongoDB is lost: the database was dropped\./);
  });

  test.each(['players', 'events'])(
    'or its collection %s, even if a commit recreates it',
    async (name) => {
      const database = mongo?.database();
      if (!database) return;
      const game = await start({ MONGODB_URI: database.uri });
      expect(await joined(game, 1)).toBe(201);
      const client = new MongoClient(database.uri);
      await client.db().dropCollection(name);
      await client.close();
      await joined(game, 2);
      expect(await exitOf(game)).toBe(1);
      expect(game.output()).toMatch(
        new RegExp(`The store in MongoDB is lost: the collection ${name} was dropped\\.`),
      );
    },
  );
});
