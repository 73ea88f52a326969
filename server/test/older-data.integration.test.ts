/** What an operator reads where the data are of a form that is no longer read: one line, and nothing else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeOlderGame } from '../store/testing/older-game.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';

const PRODUCTION = {
  PORT: '0',
  PUBLIC_ORIGIN: 'https://play.example.org',
  SESSION_SECRET: 'a secret that is long enough to sign by',
  ETH_RPC_URL: 'http://127.0.0.1:1',
  DENA_ADDRESS: `0x${'1'.repeat(40)}`,
  NATIONAL_NFT_ADDRESS: `0x${'2'.repeat(40)}`,
  CULTURAL_NFT_ADDRESS: `0x${'3'.repeat(40)}`,
};

test.each([
  ['npm start', 'start', 1, () => []],
  ['npm run audit', 'audit', 2, () => ['--all']],
  [
    'npm run migrate',
    'migrate',
    1,
    (dataDir: string) => ['--from', dataDir, '--to', join(dataDir, 'to')],
  ],
] as const)('%s', async (_, program, code, args) => {
  const dataDir = await newDataFolder();
  try {
    writeOlderGame(dataDir);
    const file = fileURLToPath(new URL(`../${program}.ts`, import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args(dataDir)], {
      env: { PATH: process.env['PATH'] ?? '', ...PRODUCTION, DATA_DIR: dataDir },
    });
    const ended = once(child, 'close');
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await ended;
    expect({ out, error, code: child.exitCode }).toEqual({
      out: '',
      error: `${join(dataDir, 'denaria.db')} was written by an older Denaria, in a form that is no longer read (version 7; the first that is read is 8). Move it away, or set DATA_DIR to another directory, to begin a new game, or go on with that Denaria.\n`,
      code,
    });
  } finally {
    await removeDataFolder(dataDir);
  }
});
