/**
 * A process whose store is lost for good ends by itself, and says why; one whose disk is full
 * serves what it can and recovers by itself. lost-store.long.test.ts takes MongoDB away for longer.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { Game } from '../../tools/rig/game.ts';
import { DATABASE_FILE } from '../store/stored-form.ts';
import { ask, listAt } from './support/http-client.ts';

let game: Game;

beforeEach(async () => {
  game = await Game.start({ program: 'source', servers: 0, env: { LOG_LEVEL: 'fatal' } });
});
afterEach(() => game.close());

const joined = (n: number) => game.joins(walletOf(n));

/** How many players the list holds; shows that reads are answered. */
const listed = async () => (await listAt(game.server.url)).length;

describe('a process whose embedded store is lost', () => {
  test('ends with 1 and says why, though nobody asks it anything', async () => {
    const inner = join(game.dataDir, 'data');
    const server = await game.addServer({ env: { DATA_DIR: inner } });
    expect(await joined(1)).toBe(201);
    rmSync(join(inner, DATABASE_FILE));
    expect(await server.exit).toBe(1);
    expect(server.output()).toMatch(/was removed while it was open/);
    expect(server.output()).toMatch(/The store in DATA_DIR is lost: .*start Denaria again\./);
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
    const { dataDir } = game;
    const shell = join(dataDir, 'node-on-a-small-disk');
    await writeFile(shell, SMALL_DISK);
    await chmod(shell, 0o755);
    const server = await game.addServer({ execPath: shell });
    expect(await joined(1)).toBe(201);
    const disk = `/proc/${server.pid}/root${dataDir}`;
    expect(readdirSync(disk)).toContain(DATABASE_FILE);
    const filler = join(disk, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(8_000_000))).toThrow(/ENOSPC/);
    let players = 1;
    while ((await joined(players + 1)) === 201) players += 1;
    expect(await joined(players + 1)).toBe(503);
    // Each of the two was tried once.
    expect((await ask(server.url, '/metrics')).text).toContain('{outcome="unavailable"} 2\n');
    // Its files are checked with every command: it is still there, and still says so.
    expect(await listed()).toBe(players);
    // Probes share an answer for a second.
    await expect.poll(async () => (await ask(server.url, '/readyz')).status).toBe(503);
    rmSync(filler);
    expect(await joined(301)).toBe(201);
    await expect.poll(() => listed()).toBe(players + 1);
    // And it ends gracefully with the disk full again.
    expect(() => writeFileSync(filler, Buffer.alloc(8_000_000))).toThrow(/ENOSPC/);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
