import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { answerMalformed, refuseHostless } from './malformed.ts';

async function startServer(options: Parameters<typeof createServer>[0]): Promise<number> {
  const http = createServer(
    { ...options, requireHostHeader: false },
    refuseHostless((_request, response) => void response.end('the game')),
  );
  answerMalformed(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close());
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return bound.port;
}

/** All that comes back until the server hangs up. */
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

test.each([
  ['HTTP/1.1 without a Host is refused', 'GET / HTTP/1.1\r\n\r\n', / 400 .*malformed-request/s],
  ['HTTP/1.0 needs none', 'GET / HTTP/1.0\r\n\r\n', / 200 .*the game/s],
])('%s', async (_what, bytes, expected) => {
  expect(await exchange(await startServer({}), bytes)).toMatch(expected);
});
