/**
 * `npm run dev` as a process that a test starts, on a copy of the sources, and what tests ask of
 * it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { io, type Socket } from 'socket.io-client';
import { expect } from 'vitest';
import { configCall } from '../../common/protocol/config.ts';
import { watchAckSchema } from '../../common/protocol/live.ts';
import { copySources, type SourceCopy } from './source-copy.ts';

const ACK_MS = 200_000;

export class DevProcess {
  readonly child: ChildProcess;
  /** Its exit code. */
  readonly ended: Promise<unknown>;
  #said = '';

  constructor(sources: SourceCopy, env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, ['--import', 'tsx', sources.main, '--rivals', '2'], {
      env: { ...process.env, PORT: '0', DATA_DIR: sources.dataDir, LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // In a process group of its own, which a test can send a Ctrl-C to.
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#said += chunk.toString('utf8')));
    }
    this.ended = once(this.child, 'exit').then(([code]: unknown[]) => code);
  }

  /** All that it has printed. */
  get said(): string {
    return this.#said;
  }

  async says(words: RegExp | string): Promise<void> {
    await expect.poll(() => this.#said, { timeout: ACK_MS }).toMatch(words);
  }

  /** The address that it prints once it can be opened. */
  async url(): Promise<string> {
    await this.says(/plays at http:\S+/);
    return /plays at (http:\S+)/.exec(this.#said)?.[1] ?? '';
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGTERM');
    await this.ended;
  }
}

/** The processes that a file starts, all on one copy of the sources. */
export function devProcesses() {
  const sources = copySources();
  const started: DevProcess[] = [];
  return {
    sources,
    /** The file in which its world records the process of its chain. */
    chainRecord: join(sources.dataDir, 'chain', 'process.json'),
    start(env: Readonly<Record<string, string>> = {}): DevProcess {
      const dev = new DevProcess(sources, env);
      started.push(dev);
      return dev;
    },
    async end(): Promise<void> {
      for (const dev of started) await dev.end();
      sources.delete();
    },
  };
}

export const postJson = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export async function configAt(url: string) {
  return configCall.answers[200].parse(await (await fetch(`${url}/api/config`)).json());
}

/** The game's socket and Vite's, which share the port, both open. */
export async function openSockets(url: string): Promise<{ socket: Socket; hmr: Duplex }> {
  const socket = io(url, { transports: ['websocket'], reconnection: false });
  const ack: unknown = await socket.timeout(ACK_MS).emitWithAck('watch', { nations: 'all' });
  expect(watchAckSchema.parse(ack)).toMatchObject({ ok: true });
  const client = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  expect(token).toBeDefined();
  const hmr = await openHmrSocket(`${url}/?token=${token}`);
  const [greeting]: unknown[] = await once(hmr, 'data');
  expect(String(greeting)).toContain('connected');
  return { socket, hmr };
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
