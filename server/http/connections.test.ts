import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../../tools/test/listening.ts';
import { AddressBudget } from '../lib/address-budget.ts';
import { watchConnections, type Connections } from './connections.ts';

const QUIET_MS = 100;

async function startServer(
  perAddress: number,
  answer: RequestListener = (_request, response) => void response.end('the game'),
  pointsPerAddress = 0,
): Promise<{
  http: Server;
  port: number;
  connections: Connections;
  open: () => Promise<Socket>;
}> {
  const http = createServer(answer);
  const budget = new AddressBudget(pointsPerAddress);
  const connections = watchConnections(http, { perAddress, budget });
  const port = await listening(http);
  onTestFinished(() => {
    connections.cutAll();
    http.close();
  });
  return {
    http,
    port,
    connections,
    async open() {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.resume();
      await once(socket, 'connect');
      return socket;
    },
  };
}

const GET = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

test('an address holds up to its limit of connections; closing one makes room', async () => {
  const { open } = await startServer(3);
  const held = await Promise.all([open(), open(), open()]);
  const refused = await open();
  await once(refused, 'close');
  expect(held.map(({ closed }) => closed)).toEqual([false, false, false]);
  held[0]?.destroy();
  await sleep(QUIET_MS);
  const next = await open();
  await sleep(QUIET_MS);
  expect(next.closed).toBe(false);
});

test('thousands of requests in one read are cut off, a few are answered in their order', async () => {
  let asked = 0;
  const { open } = await startServer(0, ({ socket }, response) => {
    if (socket.destroyed) return;
    asked += 1;
    response.end('the game');
  });
  const few = await open();
  few.end(GET.repeat(12));
  expect((await text(few)).split('the game')).toHaveLength(13);
  const many = await open();
  many.write(GET.repeat(2000));
  await new Promise((resolve) => {
    many.once('close', resolve);
  });
  expect(asked).toBeLessThanOrEqual(12 + 16);
});

test('an address that keeps flooding is not let in', async () => {
  const { open } = await startServer(0, (_request, response) => void response.end(), 30_000);
  for (let n = 0; n < 7; n += 1) {
    const many = await open();
    many.write(GET.repeat(200));
    await once(many, 'close');
  }
  await once(await open(), 'close');
});

test('one that requested another protocol and stays half open is closed completely', async () => {
  const { http, port } = await startServer(0);
  http.on('upgrade', (_request, socket) => socket.end());
  const half = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void half.destroy());
  half.on('error', () => {});
  half.resume();
  half.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\n');
  await once(half, 'end');
  const count = promisify((told: (error: Error | null, connections: number) => void) =>
    http.getConnections(told),
  );
  expect(await count()).toBe(1);
  await expect.poll(count).toBe(0);
});

test('one that is reset while its upgrade is refused does not end the process', async () => {
  const { http, open } = await startServer(0);
  const client = await open();
  const refused = new Promise<void>((resolve) => {
    http.on('upgrade', (_request, socket) => {
      client.resetAndDestroy();
      // By then the reset has come. An error without a listener ends the process, and fails this run.
      setTimeout(() => socket.write('HTTP/1.1 429 Too Many Requests\r\n\r\n'), 20);
      socket.once('close', () => resolve());
    });
  });
  client.write(`${GET.trimEnd()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  await refused;
});
