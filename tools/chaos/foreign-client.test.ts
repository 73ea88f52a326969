/** A client of another language, which shares no code with the game, only docs/protocol.md. */
import { io } from 'socket.io-client';
import { expect, onTestFinished } from 'vitest';
import { dena } from '../../common/testing/fixtures.ts';
import { serverTest as test } from '../../server/test/support/server-test.ts';

test('[PRO1, PRO11] one that says no version, and an Origin as python-socketio does, is sent the same', async ({
  server,
}) => {
  const socket = io(server.url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { Origin: server.url },
  });
  onTestFinished(() => void socket.close());
  const received: unknown[] = [];
  socket.onAny((name: string, body: object) => received.push({ name, ...body }));
  const answer: unknown = await socket.emitWithAck('watch', { nations: 'all' });
  expect(answer).toMatchObject({ ok: true, version: expect.any(Number) });
  const snapshot = { name: 'tick', room: 'all', since: null, digest: '0'.repeat(16) };
  await expect.poll(() => received).toContainEqual(expect.objectContaining(snapshot));
  const player = await server.player(dena(50));
  await player.post('/api/player-nation', { nationId: 'usa' });
  const tick = { name: 'tick', room: 'all', since: '0'.repeat(16) };
  await expect.poll(() => received).toContainEqual(expect.objectContaining(tick));
});
