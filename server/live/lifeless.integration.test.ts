/** Clients that give no sign of life are removed on time, however their connection is left. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import timers from 'node:timers';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RawConnection } from '../test/support/raw-connection.ts';
import { connectionsOf, openRaw, startWorld, type World } from './testing/fixtures.ts';
import { clientFrame, CONNECT } from './testing/raw-websocket.ts';

const HEARTBEAT = { intervalMs: 1000, timeoutMs: 1000 };
/** More than the buffers of both kernels hold. */
const UNREAD_BYTES = 64 * 1024 * 1024;

// Time passes only where a test lets it; Engine.IO takes its timers from the module.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(timers, 'setTimeout').mockImplementation(setTimeout);
  vi.spyOn(timers, 'clearTimeout').mockImplementation(clearTimeout);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A ping, its answer that doesn't come, and that to the close frame: ws would wait 30 s for it. */
function passHeartbeat(): void {
  vi.advanceTimersByTime(HEARTBEAT.intervalMs);
  vi.advanceTimersByTime(HEARTBEAT.timeoutMs);
  vi.advanceTimersByTime(1000);
}

/** A hand-made WebSocket that is connected, and the server's end of its connection. */
async function connectRaw(world: World): Promise<[RawConnection, Socket]> {
  const accepting = once(world.http, 'connection');
  const connection = await openRaw(world);
  connection.write(CONNECT);
  await expect.poll(() => world.live.sockets()).toBe(1);
  return [connection, (await accepting)[0]];
}

test('one that never reads, with the buffers full on both sides', async () => {
  const world = await startWorld([], { heartbeat: HEARTBEAT });
  const [connection, accepted] = await connectRaw(world);
  connection.stopReading();
  accepted.write(Buffer.alloc(UNREAD_BYTES));
  expect(accepted.writableLength).toBeGreaterThan(0);
  passHeartbeat();
  await expect.poll(() => world.live.sockets()).toBe(0);
  await expect.poll(connectionsOf(world)).toBe(0);
});

test('[PRO21] one that reads and sends all the time, but no pong', async () => {
  const world = await startWorld([], { heartbeat: HEARTBEAT });
  const [connection] = await connectRaw(world);
  const watch = clientFrame('42["watch",{"nations":[]}]');
  const sending = setInterval(() => connection.write(watch), 20);
  onTestFinished(() => clearInterval(sending));
  passHeartbeat();
  await expect.poll(() => world.live.sockets()).toBe(0);
  await expect.poll(connectionsOf(world)).toBe(0);
});
