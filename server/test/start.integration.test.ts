/** `npm start` as its own process: what an operator reads, and how it ends. */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/test/listening.ts';
import { pageFile, PAGES } from '../http/pages.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { Harness } from './support/harness.ts';
import { instead } from './support/instead.ts';

const START = fileURLToPath(new URL('../start.ts', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm')).href;

let dataDir: string;
/** Nothing is built here: just enough pages to be served. */
let pages: string;

beforeEach(async () => {
  dataDir = await newDataFolder();
  pages = join(dataDir, 'pages');
  await mkdir(pages);
  await Promise.all(PAGES.map((page) => writeFile(join(pages, pageFile(page)), page)));
});
afterEach(() => removeDataFolder(dataDir));

const production = () => ({
  DATA_DIR: dataDir,
  PORT: '0',
  PUBLIC_ORIGIN: 'https://play.example.org',
  SESSION_SECRET: 'a secret that is long enough to sign by',
  // Nobody listens there: the game is served while it waits for the chain.
  ETH_RPC_URL: 'http://127.0.0.1:1',
  DENA_ADDRESS: `0x${'1'.repeat(40)}`,
  NATIONAL_NFT_ADDRESS: `0x${'2'.repeat(40)}`,
  CULTURAL_NFT_ADDRESS: `0x${'3'.repeat(40)}`,
  LOG_LEVEL: 'silent',
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', TSX, START, pages], {
    // Nothing from the environment of the person who runs the tests, nor from their .env file.
    cwd: dataDir,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, exit, stderr: text(child.stderr) };
}

describe('npm start', () => {
  test('says where MongoDB does not answer, without the password', async () => {
    const mongo = start({
      ...production(),
      MONGODB_URI: 'mongodb://denaria:a-secret@127.0.0.1:1/denaria?serverSelectionTimeoutMS=100',
    });
    expect(await mongo.exit).toBe(1);
    expect(await mongo.stderr).toMatch(/^MongoDB can't be used at 127\.0\.0\.1:1: .*MONGODB_URI/);
    expect(await mongo.stderr).not.toContain('a-secret');
  });

  test('takes no calls before everything that its start waits for is over', async () => {
    const port = await freePort();
    const connects = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      );
    const whileWaiting: boolean[] = [];
    const memory = openMemoryStore();
    const store = instead(memory, {
      async holdLease(...lease) {
        whileWaiting.push(await connects());
        return memory.holdLease(...lease);
      },
    });
    const game = await Harness.start({ store, env: { PORT: String(port) } });
    expect(whileWaiting[0]).toBe(false);
    expect(await connects()).toBe(true);
    await game.close();
    await memory.close();
  });

  test('serves while the chain is down, and ends when told to', async () => {
    const { child, exit } = start({ ...production(), LOG_LEVEL: 'info' });
    let said = '';
    const url = await new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /plays at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    expect((await fetch(`${url}/api/nations`)).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'degraded' });
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    // Each line is JSON.
    expect(() =>
      said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).not.toThrow();
  });
});
