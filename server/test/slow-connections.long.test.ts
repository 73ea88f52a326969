/** Slow, silent or idle connections are ended, whatever they hold back. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Harness } from './support/harness.ts';

/** The longest of the server's timeouts, plus the time to check. */
const BOUND_MS = 40_000;
const DRIP_MS = 1000;

const HEAD =
  'POST /api/dena/stake HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';

let server: Harness;
beforeAll(async () => {
  server = await Harness.start();
});
afterAll(() => server.close());

test.concurrent.for([
  ['says nothing', '', ''],
  ['begins its headers and is silent', HEAD, ''],
  ['drips its headers', HEAD, 'X-A: b\r\n'],
  ['begins its body and is silent', `${HEAD}Content-Length: 1000\r\n\r\n{`, ''],
  ['drips its body', `${HEAD}Content-Length: 1000\r\n\r\n{`, ' '],
  ['is idle after an answer', 'GET /api/nations HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', ''],
  [
    'polls a socket that does not exist, and stays',
    'GET /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    '',
  ],
])('one that %s', { timeout: BOUND_MS }, async ([, begin, drip], { onTestFinished }) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  if (begin) socket.write(begin);
  const dripping = setInterval(() => drip && socket.write(drip), DRIP_MS);
  onTestFinished(() => clearInterval(dripping));
  await once(socket, 'end');
  expect(socket.readableEnded).toBe(true);
});
