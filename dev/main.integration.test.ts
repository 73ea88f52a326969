/**
 * `npm run dev` as a developer sees it: a process that is started, opened, restarted by edits and asked to
 * end. The tests share one, which runs on a copy of the sources.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BOARD_HEADERS } from '../common/protocol/board-headers.ts';
import { configCall } from '../common/protocol/config.ts';
import { leaderboardCall } from '../common/protocol/leaderboard.ts';
import { watchAckSchema } from '../common/protocol/live.ts';
import { copySources, type SourceCopy } from './testing/source-copy.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = 100_000;

let sources: SourceCopy;
const started: ChildProcess[] = [];

beforeAll(() => {
  sources = copySources();
});

afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  sources.delete();
});

function run(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', sources.main, '--rivals', '2'], {
    env: { ...process.env, PORT: '0', DATA_DIR: sources.dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group of its own, which a test can send a Ctrl-C to.
    detached: true,
  });
  started.push(child);
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk.toString('utf8');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'exit').then(([code]: unknown[]) => code);
  const says = (words: RegExp | string) =>
    expect.poll(() => said, { timeout: START_MS, interval: 50 }).toMatch(words);
  return {
    child,
    said: () => said,
    ended,
    says,
    /** The address it prints once it can be opened. */
    async url() {
      await says(/plays at http:\S+/);
      return /plays at (http:\S+)/.exec(said)?.[1] ?? '';
    },
  };
}

const postJson = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function configAt(url: string) {
  return configCall.answers[200].parse(await (await fetch(`${url}/api/config`)).json());
}

/** Which game the server at this address plays, and its newest commit. */
async function gameAt(url: string) {
  const { headers } = await fetch(`${url}${leaderboardCall.path}`);
  return {
    epoch: headers.get(BOARD_HEADERS.epoch),
    rev: headers.get(BOARD_HEADERS.rev),
  };
}

/** The file in which a world records the process of its chain. */
const chainRecord = (dataDir: string) => join(dataDir, 'chain', 'process.json');
const recordSchema = z.object({ pid: z.int(), parentPid: z.int() });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // There is no such process.
    return false;
  }
}

/** The WebSocket that a page under Vite holds open, up to the handshake. */
function openHmrSocket(url: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    request(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: new URL(url).origin,
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        'sec-websocket-protocol': 'vite-hmr',
      },
    })
      .once('upgrade', (_response, socket, head) => {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      })
      .once('response', ({ statusCode }) => reject(new Error(`answered ${statusCode}`)))
      .once('error', reject)
      .end();
  });
}

describe('npm run dev', () => {
  let dev: ReturnType<typeof run>;
  let url: string;
  let socket: Socket;
  let hmr: Duplex;

  test('brings up everything on one port', async () => {
    dev = run();
    url = await dev.url();

    // The page, with the Demo Wallet before the game's own script.
    const page = await fetch(url);
    const html = await page.text();
    // Another site's page can't start an editor; the page's own overlay can.
    const editor = (site: string) =>
      fetch(`${url}/__open-in-editor`, { headers: { 'sec-fetch-site': site } });
    expect((await editor('cross-site')).status).toBe(403);
    const overlay = await editor('same-origin');
    expect(await overlay.text()).toContain('required query param');

    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts[0]).toContain('/dev/wallet/demo-wallet.ts');
    expect(scripts.every((tag) => tag.includes(`nonce="${nonce}"`))).toBe(true);
    const walletPath = /src="([^"]+demo-wallet\.ts)"/.exec(html)?.[1] ?? '';
    const wallet = await fetch(url + walletPath);
    expect(wallet.headers.get('content-type')).toContain('javascript');
    expect((await fetch(`${url}/no-such-page`)).status).toBe(404);

    // The store, the chain, the API, and the NFTs on the chain.
    await expect
      .poll(async () => (await fetch(`${url}/readyz`)).json())
      .toEqual({ status: 'ready', store: 'ok', chain: 'ok', feed: 'ok' });
    const { contracts } = await configAt(url);
    const rpc = await postJson(`${url}/dev/rpc`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      // uri(2)
      params: [{ to: contracts.nationalNft, data: `0x0e89341c${'2'.padStart(64, '0')}` }],
    });
    const { result } = z.object({ result: z.string() }).parse(await rpc.json());
    expect(Buffer.from(result.slice(2), 'hex').toString('utf8')).toContain(
      `${url}/dev/metadata/national/2.json`,
    );

    // The game's sockets and Vite's share the port; a later test looks whether both are still open.
    socket = io(url, { transports: ['websocket'], reconnection: false });
    const ack: unknown = await socket.timeout(START_MS).emitWithAck('watch', { nations: 'all' });
    expect(watchAckSchema.parse(ack)).toMatchObject({ ok: true });
    const client = await (await fetch(`${url}/@vite/client`)).text();
    const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
    expect(token).toBeDefined();
    hmr = await openHmrSocket(`${url}/?token=${token}`);
    const [greeting]: unknown[] = await once(hmr, 'data');
    expect(String(greeting)).toContain('connected');
  });

  test('an incomplete chain configuration is reported in a sentence', async () => {
    const alone = run({ ETH_RPC_URL: 'http://127.0.0.1:1' });
    expect(await alone.ended).toBe(1);
    expect(alone.said()).toMatch(/ETH_RPC_URL: goes with DENA_ADDRESS/);
    expect(alone.said()).not.toMatch(/^\s+at /m);
  });

  test('an edit restarts it on the same port, once its code can start, and the game goes on', async () => {
    // The start before took longer than the game's sockets keep a foreign connection open.
    expect(hmr.destroyed).toBe(false);
    expect(socket.connected).toBe(true);
    expect((await postJson(`${url}/dev/clock`, { advanceMs: DAY_MS })).status).toBe(200);
    const before = { config: await configAt(url), game: await gameAt(url) };

    const hmrClosed = once(hmr, 'close');
    const edited = 'server/http/routes/config.ts';
    sources.edit(edited, 'lockMs: LOCK_MS', 'lockMs: LOCK_MS +');
    await dev.says(`${edited} changed: restarting…`);
    await dev.says(/The server did not start/);
    await hmrClosed;
    expect(dev.child.exitCode).toBeNull();
    expect(dev.said()).not.toContain('Restarted in');
    sources.edit(edited, 'lockMs: LOCK_MS +', 'lockMs: LOCK_MS + 1');
    await dev.says(/Restarted in/);

    const { lockMs, contracts, now } = await configAt(url);
    expect(lockMs).toBe(before.config.lockMs + 1);
    expect(contracts).toEqual(before.config.contracts);
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(before.config.now));
    expect(dev.said().match(/Began a new local chain/g)).toHaveLength(1);
    // The rivals play on, in the same game.
    const { epoch, rev } = await gameAt(url);
    expect(epoch).toBe(before.game.epoch);
    await expect.poll(async () => (await gameAt(url)).rev, { timeout: START_MS }).not.toBe(rev);
  });

  test('a Ctrl-C, which reaches all its processes, ends it with everything saved', async () => {
    process.kill(-(dev.child.pid ?? 0), 'SIGINT');
    expect(await dev.ended).toBe(0);
    expect(existsSync(chainRecord(sources.dataDir))).toBe(false);
  });

  test('a kill ends the whole world with it', async () => {
    const { child } = run();
    const file = chainRecord(sources.dataDir);
    const recorded = () => recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    await expect.poll(recorded, { timeout: START_MS }).toBeDefined();
    const { pid, parentPid } = recorded();
    expect([pid, parentPid].map(isRunning)).toEqual([true, true]);
    child.kill('SIGKILL');
    await expect
      .poll(() => [pid, parentPid].map(isRunning), { timeout: 20_000 })
      .toEqual([false, false]);
  });
});
