import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listening } from '../../tools/test/listening.ts';
import {
  AnswerLate,
  AnswerTooLarge,
  RequestTooLarge,
  RpcRefusal,
  TooManyRequests,
} from './failures.ts';
import { openHttpTransport } from './http-transport.ts';
import type { Transport } from './json-rpc.ts';

/** For tests of an answer, not of its time: no machine is this slow. */
const PATIENT_MS = 20_000;

/** A transport to a server that answers like this, and the connections that the server has. */
async function openTo(answer: RequestListener, timeoutMs = PATIENT_MS) {
  const server = createServer(answer);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const url = `http://player:s%40cret@127.0.0.1:${await listening(server)}/secret-key`;
  const transport = openHttpTransport(url, { timeoutMs, maxAnswerBytes: 1000 });
  onTestFinished(() => {
    transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { server, sockets, transport };
}

const CALLS = [{ method: 'eth_call', params: [] }];
const resultOf = (transport: Transport): Promise<unknown> =>
  transport.send(CALLS).catch((error: unknown) => error);

/** The result of a request to a server that answers like this. */
async function sent(answer: RequestListener, timeoutMs?: number): Promise<unknown> {
  return resultOf((await openTo(answer, timeoutMs)).transport);
}

describe('a request over HTTP', () => {
  test('has the outcomes of a 200, or the errors with another status, whatever their order', async () => {
    let asked = '';
    const { transport } = await openTo((request, response) => {
      request
        .on('data', (chunk: Buffer) => (asked += chunk.toString()))
        .on('end', () =>
          response.end('[{"id":3,"error":{"code":3,"message":"reverted"}},{"id":"1","result":7}]'),
        );
    });
    expect(await transport.send([...CALLS, ...CALLS, ...CALLS])).toEqual([
      { status: 'fulfilled', value: 7 },
      { status: 'rejected', reason: new Error('eth_call got no proper answer') },
      { status: 'rejected', reason: new RpcRefusal('eth_call', 3, 'reverted') },
    ]);
    expect(JSON.parse(asked)).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, ...CALLS[0] })));
    const body = '{"error":{"code":3,"message":"execution reverted"}}';
    expect(await sent((_request, response) => response.writeHead(400).end(body))).toEqual(
      new RpcRefusal('eth_call', 3, 'execution reverted'),
    );
  });

  test.each([
    [429, undefined, null],
    [429, '7', 7000],
    [429, '0.5', 500],
    [429, 'soon', null],
    [503, '120', 120_000],
    [503, 'Wed, 31 Dec 2025 00:01:00 GMT', 0],
  ] as const)('that is answered %i with “%s” asks for a rest', async (status, after, waitMs) => {
    const headers = after === undefined ? {} : { 'retry-after': after };
    const error = await sent((_request, response) => response.writeHead(status, headers).end('{}'));
    expect(error).toBeInstanceOf(TooManyRequests);
    expect(error).toMatchObject({ retryAfterMs: waitMs });
  });

  test('reports an answer that is too large, without end, refused or elsewhere', async () => {
    expect(await sent((_request, response) => response.writeHead(413).end())).toBeInstanceOf(
      RequestTooLarge,
    );
    expect(await sent((_request, response) => response.end('x'.repeat(1001)))).toBeInstanceOf(
      AnswerTooLarge,
    );
    const endless = sent((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(1 << 20)));
      };
      response.on('drain', more);
      more();
    });
    expect(await endless).toBeInstanceOf(AnswerTooLarge);
    expect(await sent((_request, response) => response.writeHead(503).end())).toEqual(
      new Error('HTTP 503'),
    );
    const location = 'http://127.0.0.1:1/';
    expect(await sent((_request, response) => response.writeHead(302, { location }).end())).toEqual(
      new Error('HTTP 302'),
    );
  });

  test.each<[string, RequestListener]>([
    ['never begins', () => {}],
    ['hangs after the headers', (_request, response) => void response.writeHead(200).write('[')],
    [
      'comes one byte at a time',
      (_request, response) => {
        const drip = setInterval(() => response.write(' '), 50);
        response.once('close', () => clearInterval(drip));
      },
    ],
  ])('times out if the answer %s, and its socket is released', async (_what, answer) => {
    const { transport, sockets } = await openTo(answer, 300);
    expect(await resultOf(transport)).toBeInstanceOf(AnswerLate);
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('fails where nobody listens, and at a node that switches protocols', async () => {
    const { server, transport } = await openTo(() => {});
    await new Promise((resolve) => {
      server.close(resolve);
    });
    expect(await resultOf(transport)).toMatchObject({ code: 'ECONNREFUSED' });
    const odd = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
    const switched = sent(({ socket }) => void socket.write(odd));
    expect(await switched).toEqual(new Error('the connection was closed without an answer'));
  });

  test('sends a name and password as a header, and no error contains them', async () => {
    let authorization: string | undefined;
    const error = await sent((request, response) => {
      ({ authorization } = request.headers);
      response.writeHead(401).end();
    });
    expect(authorization).toBe(`Basic ${Buffer.from('player:s@cret').toString('base64')}`);
    expect(inspect(error, { depth: 10 })).not.toMatch(/s@cret|s%40cret|secret-key/);
  });

  test('is sent again if its connection was closed meanwhile', async () => {
    let requests = 0;
    const { transport } = await openTo((request, response) => {
      requests += 1;
      // As a node does that closes idle connections, unnoticed until the next request.
      if (requests % 2 === 0) return void request.socket.resetAndDestroy();
      response.end('{"id":1,"result":7}');
    });
    const answered = [{ status: 'fulfilled', value: 7 }];
    for (let i = 0; i < 5; i += 1) expect(await transport.send(CALLS)).toEqual(answered);
  });
});
