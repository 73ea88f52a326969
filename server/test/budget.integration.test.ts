/** One budget for everything that an address requests, on any path and any transport. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../http/limits.ts';
import { upgradeRequest } from '../live/testing/raw-websocket.ts';
import { Harness, type HarnessOptions } from './support/harness.ts';
import { keptLog } from './support/kept-log.ts';

const HANDSHAKE = '/socket.io/?EIO=4&transport=polling';

let server: Harness;

/** For one test, or for a group of them that share it. */
async function start(pointsPerAddress: number, options: HarnessOptions = {}): Promise<Harness> {
  server = await Harness.start({
    env: { TRUST_PROXY_HOPS: '1' },
    limits: { ...LIMITS, pointsPerAddress },
    ...options,
  });
  return server;
}

async function startForTest(...options: Parameters<typeof start>): Promise<void> {
  const own = await start(...options);
  onTestFinished(() => own.close());
}

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** Sends requests until one is refused, and returns how many were answered before. */
async function answersOf(path: string, address: string): Promise<number> {
  for (let n = 0; n < 100; n += 1) {
    const { status, headers, text: sentence } = await server.ask(path, from(address));
    if (status !== 429) continue;
    expect(headers['x-refusal-code']).toBe('too-many-requests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(sentence).toBe('That is too many requests at once. Wait a little and try again.');
    return n;
  }
  return 100;
}

test('what a proxy appends counts behind any number of headers', async () => {
  await startForTest(8);
  const { hostname, port } = new URL(server.url);
  const statusOf = async (forged: string) => {
    const socket = connect(Number(port), hostname);
    const headers = `X-Forwarded-For: ${forged}\r\n${'a:b\r\n'.repeat(2100)}X-Forwarded-For: 192.0.2.1`;
    socket.write(
      `GET /api/nations HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n\r\n`,
    );
    return (await text(socket)).split(' ')[1];
  };
  expect(await statusOf('198.51.100.1')).toBe('200');
  expect(await statusOf('198.51.100.2')).toBe('200');
  expect(await statusOf('198.51.100.3')).toBe('429');
});

test.each([
  ['a call', async () => '/api/dena/stake'],
  [
    'a session that polls',
    async () => {
      const { text: open } = await server.ask(HANDSHAKE, from('192.0.2.1'));
      return `${HANDSHAKE}&sid=${JSON.parse(open.slice(1)).sid}`;
    },
  ],
])('the body of %s pays for its pieces', async (_what, pathOf) => {
  await startForTest(60);
  const path = await pathOf();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const type = path.startsWith('/api/') ? 'application/json' : 'text/plain';
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.1\r\n` +
      `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n3\r\n'.repeat(1500)}0\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/^HTTP/);
  expect((await server.ask('/healthz', from('192.0.2.1'))).status).toBe(429);
  expect((await server.ask('/healthz', from('192.0.2.2'))).status).toBe(200);
});

describe('a budget of 60 points', () => {
  let group: Harness;
  let addresses = 0;
  beforeAll(async () => {
    group = await start(60);
  });
  afterAll(() => group.close());

  test.each([
    ['/', 10],
    ['/assets/none.js', 15],
    ['/nothing', 10],
    ['/api/nothing', 15],
    ['/api/nations', 15],
    ['/api/leaderboard', 60],
    ['/api/leaderboard?limit=999', 2],
    ['/healthz', 30],
    ['/readyz', 30],
    ['/metrics', 4],
    [HANDSHAKE, 20],
    [`${HANDSHAKE}&sid=none`, 30],
  ])('has room for %s %i times, then for no path', async (path, answered) => {
    server = group;
    addresses += 1;
    const address = `203.0.113.${addresses}`;
    expect(await answersOf(path, address)).toBe(answered);
    for (const other of ['/', '/api/nations', '/healthz', HANDSHAKE]) {
      expect((await server.ask(other, from(address))).status).toBe(429);
      expect((await server.ask(other, from(`198.51.100.${addresses}`))).status).toBe(200);
    }
  });
});

test('[PRO25] every answer says what is left, even the refused ones', async () => {
  await startForTest(10);
  const left = [];
  for (const path of ['/healthz', '/api/nothing', '/', '/api/nations']) {
    const { headers } = await server.ask(path, from('203.0.113.1'));
    expect(headers['ratelimit-policy']).toBe('10;w=60');
    left.push(/remaining=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
  }
  expect(left).toEqual(['8', '4', '0', '0']);
});

test.each([
  ['/no-such-page', 1],
  ['/api/leaderboard', 0],
])(
  'an address past its budget by %s has one line in the log, under its name',
  async (path, completed) => {
    const { log, text: kept } = keptLog();
    await startForTest(10, { log });
    for (let n = 0; n < 20; n += 1) await server.ask(path, from('2001:db8::1'));
    const lines = kept()
      .trim()
      .split('\n')
      .filter((line) => line.includes('2001:db8::1'))
      .map((line) => String(JSON.parse(line).msg));
    expect(lines.filter((msg) => msg === 'an address is past its budget')).toHaveLength(1);
    expect(lines.filter((msg) => msg === 'request completed')).toHaveLength(completed);
  },
);

describe('the requests and messages of sockets', () => {
  const open = (options: Parameters<typeof io>[1]): Socket => {
    const socket = io(server.url, { forceNew: true, reconnection: false, ...options });
    onTestFinished(() => void socket.disconnect());
    return socket;
  };
  const connected = async (socket: Socket) => {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  };
  const spent = async (points: number, address = '127.0.0.1') => {
    const { headers } = await server.ask('/healthz', from(address));
    return points - 2 - Number(/remaining=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
  };

  test('a client with its defaults, which polls first and then upgrades, costs a few points', async () => {
    await startForTest(1000);
    const socket = await connected(open({}));
    await expect.poll(() => socket.io.engine.transport.name).toBe('websocket');
    await socket.emitWithAck('watch', { nations: 'all' });
    expect(await spent(1000)).toBeLessThanOrEqual(20);
  });

  test('a session that polls pays for every request and packet', async () => {
    await startForTest(60);
    const socket = await connected(open({ transports: ['polling'] }));
    let answered = 0;
    // Each is a POST, its packet, its message and the GET that fetches the reply.
    while (answered < 20 && socket.connected) {
      const isAnswered = await socket.emitWithAck('watch', { nations: [] }).then(
        () => true,
        () => false,
      );
      if (isAnswered) answered += 1;
    }
    expect(answered).toBeGreaterThan(2);
    expect(answered).toBeLessThan(10);
    await expect(connected(open({ transports: ['polling'] }))).rejects.toThrow();
  });

  test('[PRO22] a WebSocket past the budget is refused with 429, even as the upgrade of a session', async () => {
    await startForTest(6);
    for (let n = 0; n < 3; n += 1) await server.ask(HANDSHAKE);
    const { port } = new URL(server.url);
    for (const path of [undefined, '/socket.io/?EIO=4&transport=websocket&sid=some']) {
      const tcp = connect(Number(port), '127.0.0.1');
      tcp.write(upgradeRequest(Number(port), path));
      const answer = await text(tcp);
      expect(answer).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/);
      expect(answer).toMatch(/\r\nX-Refusal-Code: too-many-requests\r\n/);
      expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    }
  });

  test('[PRO21, PRO25] messages of all its sockets are refused past the budget, and far past it their sockets close', async () => {
    await startForTest(100);
    const sockets = await Promise.all(
      Array.from({ length: 8 }, () => connected(open({ transports: ['websocket'] }))),
    );
    const watch = (socket?: Socket) => socket?.timeout(5000).emitWithAck('watch', { nations: [] });
    const acks = [];
    for (let round = 0; round < 2; round += 1) {
      for (const socket of sockets) acks.push(await watch(socket));
    }
    expect(acks[0]).toMatchObject({ ok: true });
    for (let n = 0; n < 3; n += 1) acks.push(await watch(sockets[n]));
    expect(acks.at(-1)).toEqual({
      ok: false,
      error: 'Too many messages and requests from your address: wait a minute, then send fewer.',
      code: 'too-many-messages',
    });
    expect(sockets.every((socket) => socket.connected)).toBe(true);
    // Sockets that keep sending are closed; silent ones stay.
    const [silent, ...others] = sockets;
    for (let round = 0; round < 10; round += 1) {
      for (const socket of others) socket.emit('watch', { nations: [] });
      await sleep(20);
    }
    await expect.poll(() => others.filter((socket) => socket.connected)).toEqual([]);
    expect(silent?.connected).toBe(true);
  });
});
