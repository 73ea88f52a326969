/**
 * The connections of a whole server: how many an address may hold, what is answered to bytes that
 * are not a request, and that none delays the shutdown.
 */
import { describe, expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { HTTP_REFUSALS } from '../../common/protocol/refusals.ts';
import { startFakeTime } from '../../tools/test/fake-time.ts';
import { clientFrame, CONNECT } from '../live/testing/raw-websocket.ts';
import { malformedRequests, PING } from './support/hostile.ts';
import {
  openWebSocket,
  pollingSession,
  RawConnection,
  upgradeOf,
} from './support/raw-connection.ts';
import { serverTest as test } from './support/server-test.ts';

const PROBE = clientFrame('2probe');

function connectTo(url: string): RawConnection {
  const connection = new RawConnection(Number(new URL(url).port));
  onTestFinished(() => connection.end());
  return connection;
}

async function webSocketTo(url: string, session: string | null = null): Promise<RawConnection> {
  const options = session === null ? {} : { path: upgradeOf(session) };
  const connection = await openWebSocket(Number(new URL(url).port), options);
  if (typeof connection === 'number') throw new Error(`refused: ${connection}`);
  onTestFinished(() => connection.end());
  return connection;
}

describe('an address may hold four connections for each socket', () => {
  test.for([
    [0, 8],
    [1, 12],
  ] as const)('behind %i proxies %i of 12 stay', async ([hops, left], { startServer }) => {
    const env = { SOCKETS_PER_ADDRESS: '2', TRUST_PROXY_HOPS: `${hops}` };
    const server = await startServer({ env });
    const sockets = Array.from({ length: 12 }, () => connectTo(server.url));
    await expect.poll(() => sockets.filter(({ isClosed }) => !isClosed).length).toBe(left);
    // Those that stay are answered.
    for (const socket of sockets.filter(({ isClosed }) => !isClosed)) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      await socket.answered();
      expect(socket.statuses).toEqual([200]);
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
  const tcp = await webSocketTo(server.url);
  tcp.write(CONNECT);
  await expect.poll(async () => (await server.ask('/metrics')).text).toContain('denaria_sockets 1');
  tcp.stopReading();
  const time = startFakeTime();
  onTestFinished(() => time.stop());
  // By default ws would wait 30 s for its close frame.
  expect((await time.finish(server.stop())).tookMs).toBeLessThan(10_000);
});

test.for([
  ['pings of a connection', () => null, 'pong', PING, 250],
  ['pings of an upgrade that never probes', pollingSession, 'pong', PING, 250],
  ['probes of an upgrade', pollingSession, 'send', PROBE, 5],
] as const)(
  '[PRO20] of thousands of %s in one write, none is answered once the connection is cut off',
  async ([, sessionAt, method, frame, most], { startServer }) => {
    const { url } = await startServer();
    const answered = vi.spyOn(WebSocket.prototype, method);
    onTestFinished(() => answered.mockRestore());
    const tcp = await webSocketTo(url, await sessionAt(url));
    tcp.write(Buffer.concat(Array.from({ length: 5000 }, () => frame)));
    expect(await tcp.closes()).toBe(true);
    expect(answered.mock.calls.length).toBeGreaterThan(0);
    expect(answered.mock.calls.length).toBeLessThan(most);
  },
);

describe('bytes that are not a request are refused in a sentence:', () => {
  test.for(malformedRequests('Host: 127.0.0.1'))('%s', async ([, bytes, status], { shared }) => {
    const connection = connectTo(shared.url);
    connection.write(bytes);
    expect(await connection.closes()).toBe(true);
    const { received: answer } = connection;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nContent-Type: text\/plain; charset=utf-8\r\n/i);
    expect(answer).toMatch(/\r\n\r\n(?:[0-9a-f]+\r\n)?[A-Z][^<>\n]{10,200}\.(?:\r\n0\r\n\r\n)?$/);
    const code = /\r\nX-Refusal-Code: ([a-z-]+)\r\n/i.exec(answer)?.[1] ?? '';
    expect(new Map<string, number>(Object.entries(HTTP_REFUSALS)).get(code)).toBe(status);
    expect((await shared.ask('/api/nations')).status).toBe(200);
  });
});
