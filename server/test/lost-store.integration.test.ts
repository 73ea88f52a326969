/**
 * A process whose store is lost for good ends by itself, and says why; one whose disk is full serves what it
 * can and recovers by itself. lost-store.long.test.ts takes MongoDB away for longer.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { DATABASE_FILE } from '../store/stored-form.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { ask, listAt } from './support/http-client.ts';
import { joins, startProcess, type GameProcess } from './support/processes.ts';

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

const joined = (game: GameProcess, n: number) => joins(game, walletOf(n));

/** How many players the list holds; shows that reads are answered. */
const listed = async ({ url }: GameProcess) => (await listAt(url)).length;

describe('a process whose embedded store is lost', () => {
  test('ends with 1 and says why, though nobody asks it anything', async () => {
    const inner = join(dataDir, 'data');
    const game = await start({ DATA_DIR: inner });
    expect(await joined(game, 1)).toBe(201);
    rmSync(join(inner, DATABASE_FILE));
    expect(await game.exit).toBe(1);
    expect(game.output()).toMatch(/was removed while it was open/);
    expect(game.output()).toMatch(/The store in DATA_DIR is lost: .*start Denaria again\./);
  });
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
    let players = 1;
    while ((await joined(game, players + 1)) === 201) players += 1;
    expect(await joined(game, players + 1)).toBe(503);
    // Each of the two was tried once.
    expect((await ask(game.url, '/metrics')).text).toContain('{outcome="unavailable"} 2\n');
    // Its files are checked with every command: it is still there, and still says so.
    expect(await listed(game)).toBe(players);
    expect((await ask(game.url, '/readyz')).status).toBe(503);
    rmSync(filler);
    expect(await joined(game, 301)).toBe(201);
    await expect.poll(() => listed(game)).toBe(players + 1);
    // And it ends gracefully with the disk full again.
    expect(() => writeFileSync(filler, Buffer.alloc(8_000_000))).toThrow(/ENOSPC/);
    game.signal('SIGTERM');
    expect(await game.exit).toBe(0);
  });
});
