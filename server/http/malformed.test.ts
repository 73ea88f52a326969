import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../../tools/test/listening.ts';
import { watchConnections } from './connections.ts';
import { answerMalformed, originForm, refuseHostless } from './malformed.ts';

async function startServer(
  options: Parameters<typeof createServer>[0],
  answer: RequestListener = (_request, response) => void response.end('the game'),
): Promise<number> {
  const http = createServer({ ...options, requireHostHeader: false }, refuseHostless(answer));
  answerMalformed(http, watchConnections(http, { perAddress: 0, budget: null }));
  onTestFinished(() => void http.close());
  return listening(http);
}

/** Everything that comes back until the server closes the connection. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => void socket.write(bytes));
  return text(socket);
}

test('a request that never ends is given up, in a sentence and with a code', async () => {
  const port = await startServer({ requestTimeout: 50, connectionsCheckingInterval: 20 });
  const answer = await exchange(port, 'GET /api/nations HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain('\r\nX-Refusal-Code: request-timeout\r\n');
  expect(answer).toMatch(/\r\n\r\nThe request did not come to its end in time\. Send it again\.$/);
});

/** The answers, as their first lines and bodies. */
const inShort = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+) .*?\r\n\r\n(That|[a-z ]*)/gs)].map(
    ([, status, body]) => `${status} ${body}`,
  );

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

test('bytes that are not a request are refused after the answers to the requests before them', async () => {
  const port = await startServer({}, ({ url }, response) => {
    setTimeout(() => response.end(`slowly ${url?.slice(1)} `), 100);
  });
  const received = await exchange(port, `${GET('/a')}${GET('/b')}noise\r\n\r\n`);
  expect(inShort(received)).toEqual(['200 slowly a ', '200 slowly b ', '400 That']);
});

test('a request with a malformed body is refused in its own turn', async () => {
  const port = await startServer({}, (request, response) => {
    if (request.url === '/a') setTimeout(() => response.end('slowly a '), 100);
  });
  const chunked =
    'POST /b HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n';
  expect(inShort(await exchange(port, `${GET('/a')}${chunked}`))).toEqual([
    '200 slowly a ',
    '400 That',
  ]);
});

test('half an answer contains no refusal', async () => {
  const port = await startServer({}, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('half of it');
  });
  const chunked = 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n';
  const socket = connect(port, '127.0.0.1', () => void socket.write(chunked));
  socket.once('data', () => socket.write('xyz\r\n'));
  expect(inShort(await text(socket))).toEqual(['200 half of it']);
});

test('HTTP/1.1 without a Host is refused', async () => {
  const answer = await exchange(await startServer({}), 'GET / HTTP/1.1\r\n\r\n');
  expect(answer).toMatch(/ 400 .*malformed-request/s);
});

test('a target is read by its path, in one way by all', () => {
  for (const [target, form] of [
    ['http://x/api/players/0x?a=//b', '/api/players/0x?a=//b'],
    ['HTTPS://x:443', '/'],
    ['http://x?a', '/?a'],
    ['/api/leaderboard', '/api/leaderboard'],
    ['//x/api', '//x/api'],
    ['*', '/*'],
    ['/api/players\\0x#b?c', '/api/players\\0x'],
    ['/api/players\\0x?\u00a0', '/api/players\\0x?%A0'],
    ['http://x\\api', '/\\api'],
    ['http:\\\\x\\api', '/http:\\\\x\\api'],
  ]) {
    expect(originForm(target ?? ''), target).toBe(form);
  }
});
