/** The connections of a whole server: how many an address may hold, and that none delays the shutdown. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { clientFrame, CONNECT, upgradeRequest } from '../live/testing/raw-websocket.ts';
import { serverTest as test } from './support/server-test.ts';

const QUIET_MS = 200;
const POLLING = '/socket.io/?EIO=4&transport=polling';
/** A ping of the WebSocket protocol (RFC 6455, §5.5.2). */
const PING = clientFrame('', 0x89);
const PONG_FRAME = Buffer.from([0x8a, 0]);
const PROBE = clientFrame('2probe');

async function openTo(url: string, count: number): Promise<Socket[]> {
  const { port } = new URL(url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.resume();
      await once(socket, 'connect');
      return socket;
    }),
  );
}

/** Starts a polling session. @returns the path by which a WebSocket upgrades it. */
async function upgradePath(url: string): Promise<string> {
  const text = await (await fetch(`${url}${POLLING}`)).text();
  const { sid } = JSON.parse(text.slice(1));
  return `${POLLING.replace('polling', 'websocket')}&sid=${sid}`;
}

async function openWebSocket(url: string, path?: string): Promise<Socket> {
  const [tcp] = await openTo(url, 1);
  if (!tcp) throw new Error('no connection');
  tcp.write(upgradeRequest(Number(new URL(url).port), path));
  await once(tcp, 'data');
  return tcp;
}

describe('an address may hold four connections for each socket', () => {
  test.for([
    [0, 8],
    [1, 12],
  ] as const)('behind %i proxies %i of 12 stay', async ([hops, left], { startServer }) => {
    const env = { SOCKETS_PER_ADDRESS: '2', TRUST_PROXY_HOPS: `${hops}` };
    const server = await startServer({ env });
    const sockets = await openTo(server.url, 12);
    await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(left);
    await sleep(QUIET_MS);
    expect(sockets.filter(({ closed }) => !closed)).toHaveLength(left);
    for (const socket of sockets) socket.destroy();
  });
});

test(
  'a WebSocket that never reads does not delay the shutdown',
  { timeout: 20_000 },
  async ({ startServer }) => {
    const server = await startServer();
    const tcp = await openWebSocket(server.url);
    tcp.write(CONNECT);
    await expect
      .poll(async () => (await server.ask('/metrics')).text)
      .toContain('denaria_sockets 1');
    tcp.pause();
    // By default ws would wait 30 s for its close frame.
    await server.stop();
  },
);

test.for([
  ['pings of a connection', () => undefined, 'pong', PING, 250],
  ['pings of an upgrade that never probes', upgradePath, 'pong', PING, 250],
  ['probes of an upgrade', upgradePath, 'send', PROBE, 5],
] as const)(
  '[PRO20] of thousands of %s in one write, none is answered once the connection is cut off',
  async ([, pathAt, method, frame, most], { startServer }) => {
    const { url } = await startServer();
    const answered = vi.spyOn(WebSocket.prototype, method);
    onTestFinished(() => answered.mockRestore());
    const tcp = await openWebSocket(url, await pathAt(url));
    tcp.write(Buffer.concat(Array.from({ length: 5000 }, () => frame)));
    await once(tcp, 'close');
    expect(answered.mock.calls.length).toBeGreaterThan(0);
    expect(answered.mock.calls.length).toBeLessThan(most);
  },
);

test('a ping of the protocol is answered, also during an upgrade', async ({ startServer }) => {
  const { url } = await startServer();
  for (const path of [undefined, await upgradePath(url)]) {
    const tcp = await openWebSocket(url, path);
    let received = Buffer.alloc(0);
    tcp.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
    });
    tcp.write(path === undefined ? CONNECT : PROBE);
    tcp.write(PING);
    await expect.poll(() => received.includes(PONG_FRAME)).toBe(true);
  }
});

test('a WebSocket that the server closes ends, even if its client says nothing', async ({
  startServer,
}) => {
  const { url } = await startServer();
  const path = await upgradePath(url);
  await openWebSocket(url, path);
  // A second upgrade of one session is closed by Engine.IO.
  const tcp = await openWebSocket(url, path);
  await once(tcp, 'close', { signal: AbortSignal.timeout(10_000) });
});
