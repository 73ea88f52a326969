/** JSON-RPC over a WebSocket that is lost, hangs, floods and announces. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { startFakeTime } from '../../tools/test/fake-time.ts';
import { listening } from '../../tools/test/listening.ts';
import { AnswerLate, AnswerTooLarge, RpcRefusal, TooManyRequests } from './failures.ts';
import type { RpcCall, Transport } from './json-rpc.ts';
import { WsTransport } from './ws-transport.ts';

const HEADER = { number: '0x7' };
const NEXT = { number: '0x8' };

const callSchema = z.object({ id: z.int(), method: z.string(), params: z.array(z.unknown()) });
const bodySchema = z.union([callSchema, z.array(callSchema)]);
type Body = z.infer<typeof bodySchema>;

async function serve(onBody: (body: Body, socket: WebSocket) => void) {
  const http: Server = createServer((_request, response) => {
    response.writeHead(404).end();
  });
  const sockets = new Set<Socket>();
  http.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const connections: WebSocket[] = [];
  let subscriptions = 0;
  const server = new WebSocketServer({ server: http });
  server.on('connection', (socket) => {
    connections.push(socket);
    socket.on('message', (data: Buffer) => {
      const body = bodySchema.parse(JSON.parse(data.toString()));
      if (!Array.isArray(body) && body.method === 'eth_subscribe') {
        subscriptions += 1;
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: body.id, result: '0x1' }));
      } else onBody(body, socket);
    });
  });
  const port = await listening(http);
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
    http.close();
  });
  return {
    url: `ws://127.0.0.1:${port}/secret-key`,
    http,
    connections,
    sockets,
    subscriptions: () => subscriptions,
    onConnection: (listener: (socket: WebSocket) => void) => server.on('connection', listener),
    announce(header: unknown) {
      const params = { subscription: '0x1', result: header };
      for (const socket of connections) {
        socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }));
      }
    },
  };
}

function openAt(url: string, limits = { timeoutMs: 5000, maxAnswerBytes: 1_000_000 }): Transport {
  const transport = new WsTransport(url, limits);
  onTestFinished(() => transport.close());
  return transport;
}

const answerOf = ({ id, method }: z.infer<typeof callSchema>) => ({
  jsonrpc: '2.0',
  id,
  result: method,
});
const answer = (body: Body) =>
  JSON.stringify(Array.isArray(body) ? body.map(answerOf).toReversed() : answerOf(body));
const callsOf = (...methods: readonly string[]): RpcCall[] =>
  methods.map((method) => ({ method, params: [] }));
const good = (body: Body, socket: WebSocket) => socket.send(answer(body));

describe('requests over a WebSocket', () => {
  test('are answered by their ids, in any order, on one connection', async () => {
    const waiting: (() => void)[] = [];
    const { url, connections } = await serve((body, socket) => {
      waiting.push(() => good(body, socket));
      if (waiting.length === 3) for (const respond of waiting.toReversed()) respond();
    });
    const transport = openAt(url);
    const outcomes = await Promise.all([
      transport.send(callsOf('a', 'b')),
      transport.send([{ method: 'c', params: [{ id: 1 }] }]),
      transport.send(callsOf('d')),
    ]);
    expect(outcomes).toMatchObject([
      [{ value: 'a' }, { value: 'b' }],
      [{ value: 'c' }],
      [{ value: 'd' }],
    ]);
    expect(connections).toHaveLength(1);
  });

  test('an error without an id belongs to the only pending request', async () => {
    const error = { code: -32600, message: 'no batches here' };
    const { url } = await serve((body, socket) =>
      Array.isArray(body)
        ? socket.send(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
        : good(body, socket),
    );
    const transport = openAt(url);
    await expect(transport.send(callsOf('a', 'b'))).rejects.toBeInstanceOf(RpcRefusal);
    expect(await transport.send(callsOf('c'))).toMatchObject([{ value: 'c' }]);
  });

  test('that are not answered time out, and others are not affected', async () => {
    const { url } = await serve((body, socket) => {
      if (!JSON.stringify(body).includes('never')) good(body, socket);
    });
    const time = startFakeTime();
    onTestFinished(() => time.stop());
    const transport = openAt(url);
    const late = transport.send(callsOf('never'));
    expect(await transport.send(callsOf('a'))).toMatchObject([{ value: 'a' }]);
    await expect(time.finish(late)).rejects.toBeInstanceOf(AnswerLate);
  });

  test('whose answer is too large fail without the others', async () => {
    const { url, connections } = await serve((body, socket) => {
      const large = JSON.stringify(body).includes('large');
      socket.send(
        large
          ? JSON.stringify({ ...answerOf(callSchema.parse(body)), result: 'x'.repeat(5000) })
          : answer(body),
      );
    });
    const transport = openAt(url, { timeoutMs: 5000, maxAnswerBytes: 1000 });
    const outcomes = await Promise.allSettled([
      transport.send(callsOf('large')),
      transport.send(callsOf('a')),
    ]);
    expect(outcomes).toMatchObject([
      { reason: expect.any(AnswerTooLarge) },
      { value: [{ value: 'a' }] },
    ]);
    expect(connections).toHaveLength(1);
  });

  test('a message too large for the connection is an answer that is too large', async () => {
    const { url } = await serve((_body, socket) => socket.send('x'.repeat(18 * 1024 * 1024)));
    await expect(openAt(url).send(callsOf('eth_getLogs'))).rejects.toBeInstanceOf(AnswerTooLarge);
  });

  test('fail immediately if the connection is lost, and the next one reconnects', async () => {
    let isDown = true;
    const { url, connections } = await serve((body, socket) => {
      if (isDown) socket.terminate();
      else good(body, socket);
    });
    const transport = openAt(url, { timeoutMs: 60_000, maxAnswerBytes: 1000 });
    await expect(transport.send(callsOf('a'))).rejects.toThrow(/closed|ECONNRESET/);
    isDown = false;
    expect(await transport.send(callsOf('a'))).toMatchObject([{ value: 'a' }]);
    expect(connections).toHaveLength(2);
  });

  test('nonsense answers no request', async () => {
    const { url } = await serve((body, socket) => {
      for (const odd of ['', 'null', '42', '[]', '{"id":77,"result":1}', '<html>'])
        socket.send(odd);
      good(body, socket);
    });
    expect(await openAt(url).send(callsOf('a'))).toMatchObject([{ value: 'a' }]);
  });
});

describe('an endpoint that accepts no WebSocket', () => {
  const rejection = (url: string): Promise<unknown> =>
    openAt(url)
      .send(callsOf('a'))
      .catch((error: unknown) => error);

  async function refusedWith(status: string): Promise<unknown> {
    const { url, http } = await serve(good);
    http.prependListener('upgrade', (_request, socket: Socket) => {
      socket.end(`HTTP/1.1 ${status}\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n`);
    });
    return rejection(url);
  }

  test('is reported, without the key in its URL, also where nobody listens', async () => {
    const refused = inspect(await refusedWith('401 Unauthorized'), { depth: 10 });
    expect(refused).toContain('401');
    const { url, http } = await serve(good);
    http.close();
    await once(http, 'close');
    const error = await rejection(url);
    expect(error).toBeInstanceOf(Error);
    expect(refused + inspect(error, { depth: 10 })).not.toContain('secret-key');
  });

  test('with 429 is rate-limited, for as long as its Retry-After says', async () => {
    const error = await refusedWith('429 Too Many Requests');
    expect(error).toBeInstanceOf(TooManyRequests);
    expect(error).toMatchObject({ retryAfterMs: 7000 });
  });
});

describe('new heads', () => {
  /** A subscribed transport, and what it received. */
  async function subscribed() {
    const time = startFakeTime();
    onTestFinished(() => time.stop());
    const server = await serve(good);
    const received: unknown[] = [];
    openAt(server.url).subscribe?.((header) => received.push(header));
    await time.until(() => expect(server.subscriptions()).toBe(1));
    return { time, server, received };
  }

  test('are announced once there is a listener, and again after the connection was lost', async () => {
    const { time, server, received } = await subscribed();
    server.announce(HEADER);
    await expect.poll(() => received).toEqual([HEADER]);
    for (const socket of server.connections.splice(0)) socket.terminate();
    await time.until(() => expect(server.subscriptions()).toBe(2));
    server.announce(NEXT);
    await expect.poll(() => received).toEqual([HEADER, null, NEXT]);
  });

  test('of a server that closes each connection immediately are requested less and less often', async () => {
    const time = startFakeTime();
    onTestFinished(() => time.stop());
    const server = await serve(good);
    let opened = 0;
    server.onConnection((socket) => {
      opened += 1;
      socket.close();
    });
    const transport = openAt(server.url);
    const lostAt: number[] = [];
    transport.subscribe?.(() => lostAt.push(performance.now()));
    await time.until(() => expect(lostAt).toHaveLength(6));
    // 0.5, 1, 2, 4 and 8 s of this clock, which only the test moves.
    expect((lostAt.at(-1) ?? 0) - (lostAt[0] ?? 0)).toBeGreaterThanOrEqual(15_500);
    expect(opened).toBe(6);
  });

  test('come again after the connection went silent without closing', async () => {
    const { time, server, received } = await subscribed();
    // Nothing is read any more: no pong, and no close of the connection either.
    for (const socket of server.sockets) socket.pause();
    await time.until(() => expect(server.subscriptions()).toBe(2));
    expect(received).toEqual([null]);
  });
});
