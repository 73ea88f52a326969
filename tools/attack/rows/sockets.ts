/** Attacks on the live protocol: WebSocket frames, Engine.IO packets, Socket.IO's own replies. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECT, PONG } from '../../../server/live/testing/raw-websocket.ts';
import { intrude, INTRUDERS, WATCH, type Intruder } from '../../../server/test/support/hostile.ts';
import { POLLING, type RawConnection } from '../../../server/test/support/raw-connection.ts';
import { requests, type Attack, type Outcome } from '../attack.ts';

const REFUSED_MS = 100;
/** Sockets of one address that may be open at once. */
const SOCKETS_PER_ADDRESS = 2000;
const ALLOWED: readonly Outcome[] = ['closed by the server', 'refused'];

/** What a WebSocket sends until the server closes it, as it must. */
function intruders(row: Intruder): Attack {
  return {
    does: `each of 4 WebSockets ${row.does}`,
    lanes: 4,
    allowed: ALLOWED,
    begin: (scene) => async (_n, lane) => {
      const connection = await intrude(scene.url, row, scene.caller(lane));
      if (!connection) return refused();
      const isClosed = await connection.closes();
      connection.end();
      if (/permessage-deflate/i.test(connection.received)) return 'accepted the offer';
      return isClosed ? 'closed by the server' : 'open';
    },
  };
}

async function refused(): Promise<Outcome> {
  await sleep(REFUSED_MS);
  return 'refused';
}

export const SOCKET_ATTACKS: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(Object.entries(INTRUDERS).map(([name, row]) => [name, intruders(row)])),
  'unread-pushes': {
    does: '300 WebSockets watch everything, pong and never read; 40 a second watch again',
    lanes: 300,
    most: 300,
    allowed: [...ALLOWED, 'open'],
    begin: (scene) => async (n) => {
      const connection = await scene.openWebSocket(n % 3);
      if (typeof connection === 'number') return refused();
      connection.stopReading();
      connection.write(CONNECT);
      await scene.sleep(n * 25);
      while (scene.isRunning && !connection.isClosed) {
        if (!connection.isClogged) connection.write(Buffer.concat([WATCH, PONG]));
        await scene.sleep(7500);
      }
      const { isClosed } = connection;
      connection.end();
      return isClosed ? 'closed by the server' : 'open';
    },
  },
  'sockets-of-one-address': {
    does: `6,000 WebSockets from one address; ${SOCKETS_PER_ADDRESS} may be open at once`,
    lanes: 6000,
    most: 6000,
    allowed: ['opened', 'refused'],
    begin(scene) {
      const opened = new Set<RawConnection>();
      return async () => {
        const connection = await scene.openWebSocket(0);
        if (typeof connection === 'number') return 'refused';
        opened.add(connection);
        void connection.closed.then(() => opened.delete(connection));
        const { size } = opened;
        await scene.sleep();
        connection.end();
        return size > SOCKETS_PER_ADDRESS ? `${size} were open at once` : 'opened';
      };
    },
  },
  handshakes: requests(
    { does: 'polling sessions are started and abandoned', allowed: [200, 403] },
    () => ({ path: POLLING }),
  ),
};
