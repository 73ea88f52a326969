/**
 * The connections of a whole server: how many an address may hold, what is answered to bytes that
 * are not a request, and that none delays the shutdown.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { HTTP_REFUSALS } from '../../common/protocol/refusals.ts';
import { startFakeTime } from '../../tools/test/fake-time.ts';
import { clientFrame, CONNECT, upgradeRequest } from '../live/testing/raw-websocket.ts';
import { serverTest as test } from './support/server-test.ts';

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
    // Those that stay are answered.
    for (const socket of sockets.filter(({ closed }) => !closed)) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    }
  });
});

test.for([
  [0, 5],
  [1, 660],
] as const)(
  'behind %i proxies a connection may be idle for %i s, longer than proxies keep one',
  async ([hops, seconds], { startServer }) => {
    const server = await startServer({ env: { TRUST_PROXY_HOPS: `${hops}` } });
    const { headers } = await fetch(`${server.url}/healthz`);
    expect(headers.get('keep-alive')).toBe(`timeout=${seconds}`);
  },
);

test('a WebSocket that never reads does not delay the shutdown', async ({ startServer }) => {
  const server = await startServer();
  const tcp = await openWebSocket(server.url);
  tcp.write(CONNECT);
  await expect.poll(async () => (await server.ask('/metrics')).text).toContain('denaria_sockets 1');
  tcp.pause();
  const time = startFakeTime();
  onTestFinished(() => time.stop());
  // By default ws would wait 30 s for its close frame.
  expect((await time.finish(server.stop())).tookMs).toBeLessThan(10_000);
});

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
  await once(tcp, 'close');
});

const LINE = 'GET /api/nations HTTP/1.1\r\nHost: 127.0.0.1\r\n';
const POST =
  'POST /api/dena/stake HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';

describe('bytes that are not a request are refused in a sentence:', () => {
  test.for([
    ['noise', Buffer.from([0, 255, 1, 254, 10, 13, 10]), 400],
    ['an unknown method', 'STEAL /api/nations HTTP/1.1\r\n\r\n', 400],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    [
      'a length and chunks',
      `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['a chunk of no size', `${POST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n`, 400],
    ['two Hosts', `${LINE}Host: 127.0.0.1\r\n\r\n`, 400],
    ['no Host', 'GET /api/nations HTTP/1.1\r\n\r\n', 400],
    ['vast headers', `${LINE}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a vast path', `GET /api/player-nation/${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
    ['an expectation', `${LINE}Expect: the-impossible\r\nConnection: close\r\n\r\n`, 417],
  ] as const)('%s', async ([, bytes, status], { shared: server }) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(bytes);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nContent-Type: text\/plain; charset=utf-8\r\n/i);
    expect(answer).toMatch(/\r\n\r\n(?:[0-9a-f]+\r\n)?[A-Z][^<>\n]{10,200}\.(?:\r\n0\r\n\r\n)?$/);
    const code = /\r\nX-Refusal-Code: ([a-z-]+)\r\n/i.exec(answer)?.[1] ?? '';
    expect(new Map<string, number>(Object.entries(HTTP_REFUSALS)).get(code)).toBe(status);
    expect((await server.ask('/api/nations')).status).toBe(200);
  });
});
