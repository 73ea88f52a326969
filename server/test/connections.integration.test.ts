/** The connections of a whole server: how many an address may hold, and that none delays the shutdown. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished } from 'vitest';
import { CONNECT, upgradeRequest } from '../live/testing/raw-websocket.ts';
import { serverTest as test } from './support/server-test.ts';

const QUIET_MS = 200;

async function openTo(url: string, count: number): Promise<Socket[]> {
  const { port } = new URL(url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.resume();
      await once(socket, 'connect');
      return socket;
    }),
  );
}

describe('an address may hold four connections for each socket', () => {
  test.for([
    [0, 8],
    [1, 12],
  ] as const)('behind %i proxies %i of 12 stay', async ([hops, left], { startServer }) => {
    const env = { SOCKETS_PER_ADDRESS: '2', TRUST_PROXY_HOPS: `${hops}` };
    const server = await startServer({ env });
    const sockets = await openTo(server.url, 12);
    await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(left);
    await sleep(QUIET_MS);
    expect(sockets.filter(({ closed }) => !closed)).toHaveLength(left);
    for (const socket of sockets) socket.destroy();
  });
});

test(
  'a WebSocket that never reads does not delay the shutdown',
  { timeout: 20_000 },
  async ({ startServer }) => {
    const server = await startServer();
    const { port } = new URL(server.url);
    const [tcp] = await openTo(server.url, 1);
    tcp?.write(upgradeRequest(Number(port)));
    if (tcp) await once(tcp, 'data');
    tcp?.write(CONNECT);
    await expect
      .poll(async () => (await server.ask('/metrics')).text)
      .toContain('denaria_sockets 1');
    tcp?.pause();
    // By default ws would wait 30 s for its close frame.
    await server.stop();
  },
);
