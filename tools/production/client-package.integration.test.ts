/**
 * The packed package in the hands of a stranger: an empty folder, the packed file, and a real
 * server.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dena } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { Game } from '../rig/game.ts';
import { packClient } from './client-package.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Bytes, gzipped, with its packages; the ledger's checks load by themselves. */
const MOST_BYTES = 60_000;

const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

const execute = promisify(execFile);

let folder: string;
let packed: string;

/** What it prints; the chain of the game is in this process. */
async function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  return (await execute(program, args, { cwd: folder, env: { ...process.env, ...env } })).stdout;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'denaria-client-'));
  packed = await packClient(join(folder, 'pack'));
  const installed = join(folder, 'node_modules', '@denaria', 'client');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', packed, '-C', installed, '--strip-components', '1']);
  // As a registry would give them; and what signs.
  for (const name of ['@noble', 'socket.io-client', 'zod', 'ethers', '@types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it has what it is built of, its description and its README, and nothing else', async () => {
  const files = (await run('tar', ['-tzf', packed])).trim().split('\n');
  const others = files.filter((file) => !/^package\/dist\/.*\.(?:js|d\.ts)$/.test(file));
  expect(others.toSorted()).toEqual(['package/README.md', 'package/package.json']);
  expect(files.length).toBeGreaterThan(others.length + 3);
});

test('a bot signs in, joins a nation, stakes DENA and follows the ranking until it sees itself, then ends', async () => {
  const game = await Game.start({ program: 'source', env: { WALLET_PROOF: 'required' } });
  onTestFinished(() => game.close());
  const { address: wallet, privateKey } = Wallet.createRandom();
  game.give(address(wallet), { denaWei: dena(1000) });
  copyFileSync(join(ROOT, 'examples', 'bot.mjs'), join(folder, 'bot.mjs'));
  const bot = () =>
    run(process.execPath, ['bot.mjs'], { KEY: privateKey, DENARIA: game.server.url });
  const words = await bot();
  expect(words).toMatch(/^Joined italy\.\nStaked 100 DENA until 2/);
  expect(words).toMatch(/^Rank 1 of 1, with a GDP of \$18010\.$/m);
  expect(await bot()).toMatch(/^Rank 1 of 1, with a GDP of \$18020\.$/m);
});

test('its types compile in strict programs for pages and for Node, and refuse what no call has', async () => {
  const program = `
    import { ApiError, createClient, revisionOf, type Answer, type Board } from '@denaria/client';
    import { ledgerFiles, LogContradiction, openLog, type Leaf } from '@denaria/client/ledger';
    const denaria = createClient({ origin: 'https://play.example' });
    const body = { walletAddress: '0x', amount: 5 };
    const stake: Answer<'stakeDena'> = await denaria.call('stakeDena', { body, idempotencyKey: 'k' });
    const bonus: number = stake.gdpBonus;
    const { rev } = revisionOf(stake) ?? { rev: '' };
    const names: string[] = (await denaria.call('getNations')).map(({ name }) => name);
    await denaria.call('getLeaderboard', { query: { limit: '10' } });
    const left: null = await denaria.call('signOut');
    const boards: Board[] = [];
    const watching = denaria.watch({ nations: ['italy'] }, { onBoard: (board) => boards.push(board) });
    watching.close();
    const log = await openLog(ledgerFiles({ origin: 'https://play.example' }), null);
    const leaf: Leaf | undefined = await log?.leaf(0);
    export const all = [ApiError, LogContradiction, bonus, rev, names, left, leaf];
    // @ts-expect-error a command needs its body
    await denaria.call('stakeDena');
    // @ts-expect-error there is no such call
    await denaria.call('stakeDenas', { body });
    // @ts-expect-error there is no such nation
    denaria.watch({ nations: ['atlantis'] }, {});
    // @ts-expect-error the amount is missing
    await denaria.call('stakeDena', { body: { walletAddress: '0x' } });
  `;
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const [lib, types] of [
    [['ES2022', 'DOM'], []],
    [['ES2022'], ['node']],
  ]) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'ES2022',
      module: 'NodeNext',
      lib,
      types,
    };
    const config = { compilerOptions, files: ['program.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run(process.execPath, [TSC, '-p', '.']);
  }
});

test('in a page it weighs at most 60 kB, and without the ledger’s checks', async () => {
  const bundle = async (entry: string) => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: `export * from '${entry}'`, resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    const [file] = outputFiles;
    return {
      bytes: gzipSync(file?.contents ?? '', { level: 9 }).length,
      packages: Object.keys(metafile.inputs).join('\n'),
    };
  };
  const client = await bundle('@denaria/client');
  expect(client.bytes).toBeGreaterThan(MOST_BYTES / 2);
  expect(client.bytes).toBeLessThanOrEqual(MOST_BYTES);
  expect(client.packages).not.toContain('@noble/curves');
  expect((await bundle('@denaria/client/ledger')).packages).not.toContain('socket.io-client');
});
