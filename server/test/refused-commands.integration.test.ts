/**
 * What an operator reads of a command that can't do what it should: sentences, and nothing else.
 * How `operate` and `audit` are used is in their own tests.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeOlderGame } from '../store/testing/released-game.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { runProgram } from './support/operate.ts';

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
] as const)('%s on data of a form that is no longer read', async (_, program, code, args) => {
  const dataDir = await newDataFolder();
  try {
    writeOlderGame(dataDir);
    expect(await runProgram(program, { ...PRODUCTION, DATA_DIR: dataDir }, args(dataDir))).toEqual({
      out: '',
      error: `${join(dataDir, 'denaria.db')} was written by an older Denaria, in a form that is no longer read (version 7; the first that is read is 8). Move it away, or set DATA_DIR to another directory, to begin a new game, or go on with that Denaria.\n`,
      code,
    });
  } finally {
    await removeDataFolder(dataDir);
  }
});

test.each([
  ['migrate', 1, []],
  ['ledger', 1, []],
  ['backup', 1, [/No option names another place/]],
  ['restore', 1, [/No option names another place/]],
] as const)('npm run %s -- --help says how, and where the game is', async (program, code, said) => {
  const helped = await runProgram(program, {}, ['--help']);
  expect(helped).toMatchObject({ out: '', code });
  for (const one of [`npm run ${program} -- `, 'DATA_DIR', 'MONGODB_URI', ...said]) {
    expect(helped.error).toMatch(one);
  }
  expect(helped.error).not.toMatch(/^ +at /m);
});
