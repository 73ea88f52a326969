/** Answers that are made while they are read, by readers that don't read. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rankingExportCall } from '../../common/protocol/builders.ts';
import { listening } from '../../tools/test/listening.ts';
import { Budget } from '../lib/budget.ts';
import { REAL_MACHINE, useMachine } from '../lib/machine.ts';
import { answerSender } from './send.ts';

const PIECE_BYTES = 16_384;
/** How long an answer may be read (send.ts). */
const READ_MS = 120_000;
/** More than the buffers of both sides of a connection hold. */
const FITS_BYTES = 64_000_000;

let http: Server;
let port: number;
let made = 0;
let isOver = false;
let cutOff: (() => void) | null = null;
const reader = (): Socket => connect({ port, host: '127.0.0.1' });

function* endless() {
  try {
    for (;;) {
      made += 1;
      // Another one each time, which nothing makes much shorter.
      yield randomBytes((PIECE_BYTES / 4) * 3).toString('base64');
    }
  } finally {
    isOver = true;
  }
}

beforeEach(async () => {
  [made, isOver, cutOff] = [0, false, null];
  const send = answerSender({ budget: new Budget(0), trustProxyHops: 0 });
  const app = express().get('/', (request, response) =>
    send(rankingExportCall('csv'), request, response, {
      status: 200,
      type: 'text/csv',
      pieces: endless(),
      bytes: 1,
      headers: {},
    }),
  );
  // Its clock never comes to the end of an answer's time by itself.
  useMachine({
    ...REAL_MACHINE,
    after(ms, run) {
      // What earlier files of this worker left behind has timers, too.
      if (ms !== READ_MS) return REAL_MACHINE.after(ms, run);
      cutOff = run;
      return { stop: () => (cutOff = null), unref: () => undefined };
    },
  });
  http = createServer(app);
  port = await listening(http);
});
afterEach(async () => {
  http.close();
  http.closeAllConnections();
  await expect.poll(() => isOver).toBe(true);
  useMachine(null);
});

test.each(['gzip', 'identity'])(
  'no more is made than was read and fits in between, and its time ends it: %s',
  async (coding) => {
    const socket = reader();
    socket.pause();
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${coding}\r\n\r\n`);
    await expect.poll(() => made).toBeGreaterThan(1);
    // It comes to rest, however slowly the machine compresses.
    let before = -1;
    await expect
      .poll(
        () => {
          const more = made - before;
          before = made;
          return more;
        },
        { interval: 100 },
      )
      .toBe(0);
    expect(made * PIECE_BYTES).toBeLessThan(FITS_BYTES);
    expect(isOver).toBe(false);
    cutOff?.();
    await expect.poll(() => [isOver, cutOff]).toEqual([true, null]);
    socket.destroy();
  },
);

test('a reader who leaves ends it', async () => {
  const socket = reader();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => [isOver, cutOff]).toEqual([true, null]);
});
