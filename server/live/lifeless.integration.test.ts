/** Clients that give no sign of life are removed on time, however their connection is left. */
import { expect, onTestFinished, test } from 'vitest';
import { Client, connectionsOf, openRaw, startWorld, type World } from './testing/fixtures.ts';
import { clientFrame, CONNECT, PONG } from './testing/raw-websocket.ts';

const HEARTBEAT = { intervalMs: 100, timeoutMs: 100 };
/** Far more than a heartbeat, less than the 30 s that ws would wait. */
const ON_TIME = { timeout: 25_000 };
/** More than the buffers of both kernels hold. */
const UNREAD_BYTES = 64 * 1024 * 1024;

/** A hand-made WebSocket that is connected, besides this many others. */
async function connectRaw(world: World, beside = 0) {
  await expect.poll(() => world.live.sockets()).toBe(beside);
  const raw = await openRaw(world);
  raw.tcp.write(CONNECT);
  await expect.poll(() => world.live.sockets()).toBe(beside + 1);
  return raw;
}

test('one that never reads, with the buffers full on both sides', async () => {
  const world = await startWorld([], { heartbeat: HEARTBEAT });
  const { tcp, accepted } = await connectRaw(world);
  tcp.pause();
  accepted.write(Buffer.alloc(UNREAD_BYTES));
  expect(accepted.writableLength).toBeGreaterThan(0);
  await expect.poll(() => world.live.sockets(), ON_TIME).toBe(0);
  await expect.poll(connectionsOf(world), ON_TIME).toBe(0);
});

test('[PRO21] one that reads and sends all the time, but no pong', async () => {
  const world = await startWorld([], { heartbeat: HEARTBEAT });
  const { tcp } = await connectRaw(world);
  tcp.resume();
  const sending = setInterval(() => tcp.write(clientFrame('42["watch",{"nations":[]}]')), 60);
  onTestFinished(() => clearInterval(sending));
  await expect.poll(() => world.live.sockets(), ON_TIME).toBe(0);
  await expect.poll(connectionsOf(world), ON_TIME).toBe(0);
});

test('a polling session that never polls again, and one that polls and sends no pong', async () => {
  const world = await startWorld([], { heartbeat: HEARTBEAT });
  const url = `${world.url}/socket.io/?EIO=4&transport=polling`;
  const opened = async () => {
    const sid = /"sid":"([^"]+)"/.exec(await (await fetch(url)).text())?.[1];
    await fetch(`${url}&sid=${sid}`, { method: 'POST', body: '40' });
    return `${url}&sid=${sid}`;
  };
  const [silent, polling] = [await opened(), await opened()];
  expect(world.live.sockets()).toBe(2);
  const polled = (async () => {
    let answer = await fetch(polling);
    while (answer.status === 200) answer = await fetch(polling);
    return answer.status;
  })();
  await expect.poll(() => world.live.sockets(), ON_TIME).toBe(0);
  expect(await polled).toBe(400);
  expect((await fetch(silent)).status).toBe(400);
});

test('a client that answers stays, on either transport', async () => {
  // Time enough to answer on a busy machine.
  const world = await startWorld([], { heartbeat: { ...HEARTBEAT, timeoutMs: 20_000 } });
  const clients = (['websocket', 'polling'] as const).map(
    (transport) => new Client(world.url, { transports: [transport], reconnection: false }),
  );
  const { tcp } = await connectRaw(world, 2);
  let pings = 0;
  tcp.on('data', () => {
    pings += 1;
    tcp.write(PONG);
  });
  await expect.poll(() => pings, ON_TIME).toBeGreaterThan(8);
  expect(clients.map(({ socket }) => socket.connected)).toEqual([true, true]);
  expect(world.live.sockets()).toBe(3);
});
