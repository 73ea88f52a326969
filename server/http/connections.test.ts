import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listening } from '../../tools/test/listening.ts';
import { Budget } from '../lib/budget.ts';
import { guardConnections } from './connections.ts';

const GET = 'GET /first HTTP/1.1\r\nHost: x\r\n\r\n';
const LIVE = 'GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

/** Sends answers one by one, each as soon as it waits. */
async function sendEach(waiting: readonly (() => void)[], count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await expect.poll(() => waiting.length).toBe(n + 1);
    waiting[n]?.();
  }
}

/** A server that takes WebSockets to `/live` only, and answers everything else. */
async function serve(
  answer: RequestListener = (_request, response) => void response.end('the game'),
  {
    perAddress = 0,
    pointsPerAddress = 0,
    onUpgrade = (socket) => void socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    ...options
  }: ServerOptions & {
    readonly perAddress?: number;
    readonly pointsPerAddress?: number;
    readonly onUpgrade?: (socket: Duplex) => void;
  } = {},
): Promise<{ http: Server; open: () => Socket; count: () => Promise<number> }> {
  const http = createServer(options, answer);
  http.timeout = 40_000;
  http.on('upgrade', (_request, socket) => onUpgrade(socket));
  const connections = guardConnections(http, {
    perAddress,
    budget: new Budget(pointsPerAddress),
    takes: ({ url, headers }: IncomingMessage) =>
      url === '/live' && headers.upgrade === 'websocket',
  });
  const port = await listening(http);
  onTestFinished(() => {
    connections.cutAll();
    http.close();
  });
  return {
    http,
    open: () => connect(port, '127.0.0.1').on('error', () => undefined),
    count: promisify((done: (error: Error | null, n: number) => void) => http.getConnections(done)),
  };
}

test('an address opens up to its limit of connections; closing one makes room', async () => {
  const { open: begin, count } = await serve(undefined, { perAddress: 3 });
  const open = async () => {
    const socket = begin().resume();
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all([open(), open(), open()]);
  const refused = await open();
  await once(refused, 'close');
  expect(sockets.map(({ closed }) => closed)).toEqual([false, false, false]);
  sockets[0]?.destroy();
  await expect.poll(count).toBe(2);
  const next = await open();
  next.write(GET);
  expect(String((await once(next, 'data'))[0])).toMatch(/the game/);
});

test('thousands of requests in one read are cut off, a few are answered in their order', async () => {
  let asked = 0;
  const { open } = await serve(({ socket }, response) => {
    if (socket.destroyed) return;
    asked += 1;
    response.end('the game');
  });
  const few = open();
  few.end(GET.repeat(12));
  expect((await text(few)).split('the game')).toHaveLength(13);
  const many = open().resume();
  many.write(GET.repeat(2000));
  await new Promise((resolve) => {
    many.once('close', resolve);
  });
  expect(asked).toBeLessThanOrEqual(12 + 16);
});

test('a body in chunks that goes on after the answer is left unread, and its connection ends', async () => {
  let read = 0;
  const { http, open } = await serve();
  http.on('connection', (socket: Socket) => {
    socket.once('close', () => (read = socket.bytesRead));
  });
  const client = open();
  const endless = Buffer.from('1\r\n \r\n'.repeat(50_000));
  let sent = 0;
  const send = () => {
    while (!client.destroyed && sent < 60e6 && client.write(endless)) sent += endless.length;
  };
  client.on('drain', send);
  // What it leaves unread resets it.
  client.on('error', () => client.destroy());
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.write(`POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const answer = String((await once(client, 'data'))[0]);
  send();
  expect(answer).toMatch(/the game/);
  await closed;
  await expect.poll(() => read).toBeGreaterThan(0);
  expect(read).toBeLessThan(3e6);
});

test('a body that ends soon after the answer costs its connection nothing', async () => {
  const { open } = await serve();
  const client = open();
  client.write('POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n');
  await once(client, 'data');
  client.write(`late${GET}`);
  expect(String((await once(client, 'data'))[0])).toMatch(/the game/);
  client.destroy();
});

test('requests that expect what nobody meets count among the unanswered', async () => {
  let asked = 0;
  const { open } = await serve(() => (asked += 1));
  const many = open().resume();
  many.write(GET.replace('\r\n\r\n', '\r\nExpect: x\r\n\r\n').repeat(17));
  await once(many, 'close');
  expect(asked).toBe(1);
});

test.each([
  ['noise', 'noise\r\n\r\n'],
  [
    'an offer to a POST',
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n',
  ],
])('an address is charged for %s, though no request comes of it', async (_what, bytes) => {
  const { open } = await serve(undefined, { pointsPerAddress: 6 });
  const sent = async () => {
    const client = open();
    client.write(bytes);
    // One that is not let in may be reset.
    return text(client).catch(() => '');
  };
  for (let n = 0; n < 3; n += 1) expect(await sent()).toMatch(/^HTTP\/1.1 400 /);
  expect(await sent()).toBe('');
});

test('one that requested another protocol and stays half open is closed completely', async () => {
  const { open, count } = await serve(undefined, { onUpgrade: (socket) => void socket.end() });
  const half = open();
  half.allowHalfOpen = true;
  onTestFinished(() => void half.destroy());
  half.resume();
  half.write(LIVE);
  await once(half, 'end');
  expect(await count()).toBe(1);
  await expect.poll(count).toBe(0);
});

test('one that is reset while its upgrade is refused does not end the process', async () => {
  let isClosed = false;
  const { open } = await serve(undefined, {
    onUpgrade(socket) {
      // An error without a listener ends the process, and fails this run.
      client.once('close', () => socket.write('HTTP/1.1 429 Too Many Requests\r\n\r\n'));
      client.resetAndDestroy();
      socket.once('close', () => (isClosed = true));
    },
  });
  const client = open();
  client.write(LIVE);
  await expect.poll(() => isClosed).toBe(true);
});

const WEBSOCKET = 'Upgrade: websocket';

const offering = (method: string, offer: string, rest = '') =>
  `${method} /here?a=1 HTTP/1.1\r\nHost: x\r\nX-Own: ü\r\nConnection: Upgrade\r\n${offer}\r\n${rest}\r\n`;

const echo: RequestListener = (request, response) => {
  response.end(`${request.method} ${request.url} ${String(request.headers['x-own'])};`);
};

describe('an offer that nobody takes', () => {
  test.each(['Upgrade: foo', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk', WEBSOCKET])(
    '“%s” is ignored by GET and HEAD, first or after an answer, and the connection ends',
    async (offer) => {
      const { open, count } = await serve(echo);
      for (const [before, method, body] of [
        ['', 'GET', 'GET /here?a=1 Ã¼;'],
        [GET, 'GET', 'GET /here?a=1 Ã¼;'],
        [GET, 'HEAD', ''],
      ] as const) {
        const client = open();
        if (before !== '') {
          client.write(before);
          await once(client, 'data');
        }
        client.write(offering(method, offer));
        const answer = await text(client);
        expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
        expect(answer).toMatch(/^Connection: close\r$/im);
        expect(answer.split('\r\n\r\n')[1]).toBe(body);
      }
      await expect.poll(count).toBe(0);
    },
  );

  test.each(['POST', 'DELETE', 'OPTIONS'])('is refused to a %s', async (method) => {
    const { open, count } = await serve(echo);
    const client = open();
    client.write(offering(method, 'Upgrade: foo', 'Content-Length: 2\r\n'));
    const answer = await text(client);
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(answer).toContain('X-Refusal-Code: malformed-request');
    expect(answer).toContain('Send the request without an Upgrade header.');
    await expect.poll(count).toBe(0);
  });

  test('frees the connection of a client that leaves', async () => {
    const { open, count } = await serve(echo);
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const client = open();
        client.write(GET);
        await once(client, 'data');
        client.write(
          offering(n % 2 === 0 ? 'GET' : 'POST', n % 3 === 0 ? WEBSOCKET : 'Upgrade: foo'),
        );
        if (n % 5 === 0) client.resetAndDestroy();
        else client.end();
        client.resume();
      }),
    );
    await expect.poll(count).toBe(0);
  });

  test('is answered after the requests before it', async () => {
    const waiting: (() => void)[] = [];
    const { open } = await serve((request, response) => {
      if (request.url === '/first') waiting.push(() => response.end('first;'));
      else echo(request, response);
    });
    const client = open();
    client.write(GET + GET + offering('GET', 'Upgrade: foo'));
    const answer = text(client);
    await sendEach(waiting, 2);
    expect((await answer).match(/\w+ ?\S*? ?\S*;/g)?.map((body) => body.trim())).toEqual([
      'first;',
      'first;',
      'GET /here?a=1 Ã¼;',
    ]);
  });
});

describe('bytes that are not a request', () => {
  /** The answers, as their first lines and bodies. */
  const inShort = (received: string) =>
    [...received.matchAll(/HTTP\/1\.1 (\d+) .*?\r\n\r\n(That|[a-z ]*)/gs)].map(
      ([, status, body]) => `${status} ${body}`,
    );
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const CHUNKED = 'POST /b HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n';

  test('that never end are given up, in a sentence and with a code', async () => {
    const { open } = await serve(undefined, {
      requestTimeout: 50,
      connectionsCheckingInterval: 20,
    });
    const client = open();
    client.write('GET /api/nations HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    const answer = await text(client);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('\r\nX-Refusal-Code: request-timeout\r\n');
    expect(answer).toMatch(
      /\r\n\r\nThe request did not come to its end in time\. Send it again\.$/,
    );
  });

  test('are refused after the answers to the requests before them', async () => {
    const waiting: (() => void)[] = [];
    const { open } = await serve(({ url }, response) => {
      waiting.push(() => response.end(`slowly ${url?.slice(1)} `));
    });
    const client = open();
    client.write(`${get('/a')}${get('/b')}noise\r\n\r\n`);
    const answer = text(client);
    await sendEach(waiting, 2);
    expect(inShort(await answer)).toEqual(['200 slowly a ', '200 slowly b ', '400 That']);
  });

  test('in a body are refused after the answers before its request', async () => {
    const waiting: (() => void)[] = [];
    const { open } = await serve((request, response) => {
      if (request.url === '/a') waiting.push(() => response.end('slowly a '));
    });
    const client = open();
    client.write(`${get('/a')}${CHUNKED}xyz\r\n`);
    const answer = text(client);
    await sendEach(waiting, 1);
    expect(inShort(await answer)).toEqual(['200 slowly a ', '400 That']);
  });
});
