import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listening } from '../../tools/test/listening.ts';
import { watchConnections } from './connections.ts';
import { answerOffers } from './offers.ts';

const GET = 'GET /first HTTP/1.1\r\nHost: x\r\n\r\n';
const WEBSOCKET = 'Upgrade: websocket';

const offering = (method: string, offer: string, rest = '') =>
  `${method} /here?a=1 HTTP/1.1\r\nHost: x\r\nX-Own: ü\r\nConnection: Upgrade\r\n${offer}\r\n${rest}\r\n`;

const echo: RequestListener = (request, response) => {
  response.end(`${request.method} ${request.url} ${String(request.headers['x-own'])};`);
};

/** A server that takes WebSockets to `/live` alone, and answers everything else. */
async function serve(answer: RequestListener = echo): Promise<{
  open: () => ReturnType<typeof connect>;
  count: () => Promise<number>;
  http: Server;
}> {
  const http = createServer(answer);
  http.timeout = 40_000;
  http.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  const connections = watchConnections(http, { perAddress: 0, budget: null });
  answerOffers(http, connections, ({ url, headers }: IncomingMessage) => {
    return url === '/live' && headers.upgrade === 'websocket';
  });
  const port = await listening(http);
  onTestFinished(() => {
    connections.cutAll();
    http.close();
  });
  return {
    http,
    open: () => connect(port, '127.0.0.1').on('error', () => undefined),
    count: promisify((told: (error: Error | null, n: number) => void) => http.getConnections(told)),
  };
}

describe('an offer that nobody takes', () => {
  test.each(['Upgrade: foo', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk', WEBSOCKET])(
    '“%s” is ignored by GET and HEAD, first or after an answer, and the connection ends',
    async (offer) => {
      const { open, count } = await serve();
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
    const { open, count } = await serve();
    const client = open();
    client.write(offering(method, 'Upgrade: foo', 'Content-Length: 2\r\n'));
    const answer = await text(client);
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(answer).toContain('X-Refusal-Code: malformed-request');
    expect(answer).toContain('Send the request without an Upgrade header.');
    await expect.poll(count).toBe(0);
  });

  test('frees the connection of a client that leaves', async () => {
    const { open, count } = await serve();
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
    const held: (() => void)[] = [];
    const { open } = await serve((request, response) => {
      if (request.url === '/first') held.push(() => response.end('first;'));
      else echo(request, response);
    });
    const client = open();
    client.write(GET + GET + offering('GET', 'Upgrade: foo'));
    const answer = text(client);
    await expect.poll(() => held.length).toBe(1);
    held[0]?.();
    await expect.poll(() => held.length).toBe(2);
    held[1]?.();
    expect((await answer).match(/\w+ ?\S*? ?\S*;/g)?.map((body) => body.trim())).toEqual([
      'first;',
      'first;',
      'GET /here?a=1 Ã¼;',
    ]);
  });

  test('of a client that leaves its answer unread keeps to the timeouts of any request', async () => {
    const { open, count, http } = await serve((_request, response) => {
      response.end(Buffer.alloc(20_000_000));
    });
    http.timeout = 200;
    const client = open();
    client.pause();
    client.write(offering('GET', 'Upgrade: foo'));
    await once(http, 'upgrade');
    await expect.poll(count).toBe(0);
  });
});

test('one that is taken reaches its listeners only', async () => {
  const { open } = await serve();
  const client = open();
  client.write(`GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n${WEBSOCKET}\r\n\r\n`);
  expect(await text(client)).toBe('HTTP/1.1 101 Switching Protocols\r\n\r\n');
});
