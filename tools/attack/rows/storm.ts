/**
 * Many sockets behind twenty addresses, and a restart of the server while they are connected: all
 * of them reconnect by themselves, and none hits a limit. Each socket is an open file at both ends,
 * so `ulimit -n` bounds their number.
 */
import { execFileSync } from 'node:child_process';
import { CONNECT, PONG } from '../../../server/live/testing/raw-websocket.ts';
import type { RawConnection } from '../../../server/test/support/raw-connection.ts';
import type { Attack, Scene } from '../attack.ts';

const SOCKETS = 20_000;
const ADDRESSES = 20;
/** Open files that a process needs besides its sockets. */
const OTHER_FILES = 200;
/** Like socket.io-client: after a second, give or take half of it, then after longer delays. */
const RECONNECT_MS = 1000;
const LONGEST_RECONNECT_MS = 5000;
const PONG_EVERY_MS = 20_000;
/** How many connect at the same time. */
const AT_ONCE = 200;

const limit = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }));
const sockets = Math.min(SOCKETS, limit - OTHER_FILES);
const openings: Promise<unknown>[] = [];

/** Tries until it is let in, or the attack is over. */
async function insist(scene: Scene, n: number): Promise<RawConnection | null> {
  for (let waitMs = RECONNECT_MS; scene.isRunning; waitMs *= 2) {
    const before = openings[n % AT_ONCE] ?? Promise.resolve();
    const opening = before.then(() => scene.openWebSocket(n % ADDRESSES));
    openings[n % AT_ONCE] = opening;
    const connection = await opening;
    if (typeof connection === 'object') {
      connection.write(CONNECT);
      return connection;
    }
    if (connection !== 0) scene.note('a handshake hit a limit');
    await scene.sleep(Math.min(LONGEST_RECONNECT_MS, waitMs) * (0.5 + Math.random()));
  }
  return null;
}

export const STORM: Readonly<Record<string, Attack>> = {
  storm: {
    does: `${sockets} sockets behind ${ADDRESSES} addresses, and a restart of the server`,
    lanes: sockets,
    most: sockets,
    restarts: true,
    allowed: ['open again'],
    begin: (scene) => async (n) => {
      const first = await insist(scene, n);
      if (!first) return 'never connected';
      const pongs = setInterval(() => first.write(PONG), PONG_EVERY_MS);
      await Promise.race([first.closed, scene.sleep()]);
      clearInterval(pongs);
      if (!first.isClosed) return 'not closed by the restart';
      await scene.sleep(RECONNECT_MS * (0.5 + Math.random()));
      const second = await insist(scene, n);
      await scene.sleep();
      const isOpen = second?.isClosed === false;
      second?.end();
      return isOpen ? 'open again' : 'not connected again';
    },
  },
};
