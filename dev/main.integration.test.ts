/**
 * `npm run dev` as a developer sees it: a process that is started, opened, asked to end, and started again.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { configCall } from '../common/protocol/config.ts';
import { readyCall } from '../common/protocol/health.ts';
import { watchAckSchema } from '../common/protocol/live.ts';

const ROOT = join(import.meta.dirname, '..');
const DAY_MS = 24 * 60 * 60 * 1000;

let dataDir: string;
let running: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'denaria-dev-'));
});

afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  running = [];
  await rm(dataDir, { recursive: true, force: true });
});

function run(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'dev/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk.toString('utf8');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'exit').then(([code]: unknown[]) => code);
  return {
    child,
    said: () => said,
    ended,
    /** The address it prints once it can be opened. */
    url: () =>
      expect
        .poll(() => /plays at (http:\S+)/.exec(said)?.[1], { timeout: 60_000, interval: 50 })
        .toBeDefined()
        .then(() => /plays at (http:\S+)/.exec(said)?.[1] ?? ''),
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
  test('brings up everything on one port, and ends quickly with everything saved', async () => {
    const first = run();
    const url = await first.url();

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
    expect(readyCall.answers[200].parse(await (await fetch(`${url}/readyz`)).json())).toEqual({
      status: 'ready',
      store: 'ok',
      chain: 'ok',
      feed: 'ok',
    });
    const config = await configAt(url);
    const rpc = await postJson(`${url}/dev/rpc`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      // uri(2)
      params: [{ to: config.contracts.nationalNft, data: `0x0e89341c${'2'.padStart(64, '0')}` }],
    });
    const { result } = z.object({ result: z.string() }).parse(await rpc.json());
    expect(Buffer.from(result.slice(2), 'hex').toString('utf8')).toContain(
      `${url}/dev/metadata/national/2.json`,
    );

    // The game's sockets and Vite's share the port without taking each other's connections.
    const socket = io(url, { transports: ['websocket'], reconnection: false });
    const ack: unknown = await socket.timeout(5000).emitWithAck('watch', { nations: 'all' });
    expect(watchAckSchema.parse(ack)).toMatchObject({ ok: true });
    const client = await (await fetch(`${url}/@vite/client`)).text();
    const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
    expect(token).toBeDefined();
    const hmr = await openHmrSocket(`${url}/?token=${token}`);
    const [greeting]: unknown[] = await once(hmr, 'data');
    expect(String(greeting)).toContain('connected');
    // Longer than the socket server keeps a foreign upgrade open.
    await new Promise((resolve) => {
      setTimeout(resolve, 1500);
    });
    expect(hmr.destroyed).toBe(false);
    expect(socket.connected).toBe(true);

    // A day passes, and the shift is saved.
    const advanced = await postJson(`${url}/dev/clock`, { advanceMs: DAY_MS });
    expect(advanced.status).toBe(200);

    const asked = performance.now();
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(4000);
    socket.disconnect();
    await expect(readFile(join(dataDir, 'chain', 'process.json'))).rejects.toThrow(/ENOENT/);

    const second = run();
    const again = await configAt(await second.url());
    expect(again.contracts).toEqual(config.contracts);
    expect(Date.parse(again.now) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    expect(second.said()).not.toContain('Began a new local chain');
  });

  test('a taken port is reported in a sentence, and nothing is left running', async () => {
    const first = run();
    const { port } = new URL(await first.url());
    const other = await mkdtemp(join(tmpdir(), 'denaria-dev-'));
    const second = run({ PORT: port, DATA_DIR: other });
    expect(await second.ended).toBe(1);
    expect(second.said()).toMatch(/PORT: \d+ is taken/);
    expect(second.said()).not.toMatch(/^\s+at /m);
    await expect(readFile(join(other, 'chain', 'process.json'))).rejects.toThrow(/ENOENT/);
    await rm(other, { recursive: true });
  });

  test('an incomplete chain configuration is reported in a sentence', async () => {
    const alone = run({ ETH_RPC_URL: 'http://127.0.0.1:1' });
    expect(await alone.ended).toBe(1);
    expect(alone.said()).toMatch(/ETH_RPC_URL: goes with DENA_ADDRESS/);
  });
});
