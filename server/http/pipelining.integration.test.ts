/** Requests that do not wait for each other, over one connection of a real server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { limitPipelining } from './pipelining.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** A server that takes a moment for each answer, a connection to it, and what came of it. */
async function connection(): Promise<{
  readonly socket: Socket;
  readonly answers: () => number;
  readonly begun: () => number;
}> {
  let begun = 0;
  const http = createServer(
    limitPipelining((_request, response) => {
      begun += 1;
      setTimeout(() => response.end('x'), 20);
    }),
  ).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  const socket = connect(bound.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => socket.destroy());
  onTestFinished(() => {
    socket.destroy();
    http.close();
  });
  return {
    socket,
    answers: () => received.split('HTTP/1.1 200').length - 1,
    begun: () => begun,
  };
}

test('a handful of requests at once are answered, over and over', async () => {
  const { socket, answers } = await connection();
  for (let turn = 1; turn <= 5; turn += 1) {
    socket.write(REQUEST.repeat(16));
    await expect.poll(answers).toBe(16 * turn);
  }
});

test('a connection that sends on without end is closed, and little is begun for it', async () => {
  const { socket, begun } = await connection();
  const closed = once(socket, 'close');
  socket.write(REQUEST.repeat(1000));
  await closed;
  await sleep(50);
  expect(begun()).toBeLessThanOrEqual(16);
});
