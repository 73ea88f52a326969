/** Attacks on the live protocol: WebSocket frames, Engine.IO packets, Socket.IO's own replies. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';
import {
  clientFrame,
  CONNECT,
  eventFrame,
  PONG,
} from '../../../server/live/testing/raw-websocket.ts';
import type { Attack, Attacks, Outcome, Scene } from '../attack.ts';
import { openWebSocket, type RawConnection } from '../connections.ts';

const POLLING = '/socket.io/?EIO=4&transport=polling';
const REFUSED_MS = 100;
const ALLOWED: readonly Outcome[] = ['closed by the server', 'refused'];

const WATCH = eventFrame('watch', { nations: 'all' });
/** A ping of the WebSocket protocol (RFC 6455, §5.5.2). */
const PING = 0x89;
const FRAGMENT = Buffer.alloc(1000, 'a');
const BOMB = deflateRawSync(Buffer.alloc(16 * 2 ** 20)).subarray(0, 60_000);

function many(count: number, bytes: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => bytes));
}

/** What each WebSocket sends, one after the other in each lane, until the server closes it, as it must. */
interface Intruders {
  readonly does: string;
  readonly lanes: number;
  readonly first?: Buffer;
  readonly bytes: Buffer;
  /** How often; once by default. */
  readonly times?: number;
  readonly isDeaf?: boolean;
  /** Whether it first polls, and upgrades that session. */
  readonly upgrades?: boolean;
  /** An extension that it offers, and that must be declined. */
  readonly offers?: string;
}

function intruders(row: Intruders): Attack {
  const { first, bytes, times = 1, isDeaf, upgrades, offers } = row;
  const lines = offers === undefined ? [] : [`Sec-WebSocket-Extensions: ${offers}`];
  return {
    ...row,
    allowed: ALLOWED,
    begin: (scene) => async (_n, caller) => {
      const session = upgrades ? await pollingSession(scene, caller) : undefined;
      if (session === null) return refused();
      const path = session?.replace('polling', 'websocket');
      const connection = await openWebSocket(scene, { caller, lines, path });
      if (!connection) return refused();
      if (isDeaf) connection.stopReading();
      if (first) connection.write(first);
      for (let i = 0; i < times && !connection.isClosed; i += 1) {
        connection.write(bytes);
        await sleep(1);
      }
      const isClosed = await connection.closes();
      connection.end();
      if (/permessage-deflate/i.test(connection.received)) return 'accepted the offer';
      return isClosed ? 'closed by the server' : 'open';
    },
  };
}

/** WebSockets that never read, and write every so often until the end: they may stay, but not cost more and more. */
function deaf(row: {
  readonly does: string;
  readonly lanes: number;
  readonly most?: number;
  readonly first: Buffer;
  readonly bytes: Buffer;
  readonly everyMs: number;
}): Attack {
  const { lanes, first, bytes, everyMs } = row;
  return {
    ...row,
    allowed: [...ALLOWED, 'open'],
    begin: (scene) => async (n, lane) => {
      const connection = await openWebSocket(scene, { caller: n % 3 });
      if (!connection) return refused();
      connection.stopReading();
      connection.write(first);
      await scene.sleep((lane / lanes) * everyMs);
      while (scene.goesOn && !connection.isClosed) {
        if (!connection.isClogged) connection.write(bytes);
        await scene.sleep(everyMs);
      }
      const { isClosed } = connection;
      connection.end();
      return isClosed ? 'closed by the server' : 'open';
    },
  };
}

async function refused(): Promise<Outcome> {
  await sleep(REFUSED_MS);
  return 'refused';
}

/** Starts a polling session. @returns its path; null if it is refused. */
async function pollingSession(scene: Scene, caller: number): Promise<string | null> {
  const headers = scene.caller(caller);
  const answer = await fetch(`${scene.url}${POLLING}`, { headers }).catch(() => null);
  if (!answer?.ok) return null;
  const text = await answer.text();
  return `${POLLING}&sid=${z.object({ sid: z.string() }).parse(JSON.parse(text.slice(1))).sid}`;
}

export const SOCKET_ATTACKS: Attacks = {
  'foreign-connects': intruders({
    does: 'WebSockets that never read CONNECT to namespaces that do not exist, 7.9 kB each',
    lanes: 8,
    isDeaf: true,
    first: CONNECT,
    bytes: many(20, clientFrame(`40/${'x'.repeat(7900)},`)),
    times: 20,
  }),
  'connects-by-polling': {
    does: 'polling sessions POST 8 kB with 2,700 CONNECT packets',
    lanes: 8,
    allowed: ALLOWED,
    begin: (scene) => async (_n, lane) => {
      const path = await pollingSession(scene, lane);
      if (path === null) return refused();
      // Cut off in the middle, it gives no answer.
      const post = (body: string) =>
        fetch(`${scene.url}${path}`, { method: 'POST', headers: scene.caller(lane), body }).catch(
          () => null,
        );
      await post(Array.from({ length: 8000 / 3 }, () => '40').join('\x1e'));
      return (await post('3'))?.ok ? 'open' : 'closed by the server';
    },
  },
  'connects-by-websocket': intruders({
    does: 'one WebSocket at a time sends 8,000 CONNECT packets, 64 kB',
    lanes: 1,
    bytes: many(8000, CONNECT),
  }),
  'packet-flood': intruders({
    does: 'WebSockets send 40,000 pongs and watches as fast as they can',
    lanes: 4,
    first: CONNECT,
    bytes: many(100, Buffer.concat([PONG, WATCH])),
    times: 200,
  }),
  'pings-at-once': intruders({
    does: 'WebSockets send 10,000 of the protocol’s own pings at once, 60 kB',
    lanes: 4,
    first: CONNECT,
    bytes: many(10_000, clientFrame('', PING)),
  }),
  'upgrade-probes': intruders({
    does: 'an upgrade of a polling session is probed 1,000 times',
    lanes: 4,
    upgrades: true,
    bytes: many(1000, clientFrame('2probe')),
  }),
  'unread-pushes': deaf({
    does: '300 WebSockets watch everything, pong and never read; 40 a second watch again; memory stays bounded',
    lanes: 300,
    most: 300,
    first: Buffer.concat([CONNECT, WATCH]),
    bytes: Buffer.concat([WATCH, PONG]),
    everyMs: 7500,
  }),
  'websocket-pings': deaf({
    does: 'WebSockets that never read send the protocol’s own pings of 125 bytes (RFC 6455, 5.5.2)',
    lanes: 4,
    first: CONNECT,
    bytes: many(500, clientFrame(Buffer.alloc(125), PING)),
    everyMs: 1,
  }),
  fragments: intruders({
    does: 'WebSockets send a message in fragments that never end, 1 kB each',
    lanes: 8,
    first: clientFrame(FRAGMENT, 0x01),
    bytes: many(10, clientFrame(FRAGMENT, 0x00)),
    times: 10,
  }),
  'compressed-frames': intruders({
    does: 'WebSockets offer permessage-deflate and send compressed bombs anyway',
    lanes: 4,
    offers: 'permessage-deflate; client_max_window_bits',
    bytes: clientFrame(BOMB, 0xc1),
  }),
  'binary-noise': intruders({
    does: 'WebSockets send binary frames of random bytes',
    lanes: 4,
    bytes: many(20, clientFrame(randomBytes(200), 0x82)),
    times: 15,
  }),
  'sockets-of-one-address': {
    does: '6,000 WebSockets from one address, of which SOCKETS_PER_ADDRESS (2,000) may be open at once',
    lanes: 64,
    most: 6000,
    allowed: ['opened', 'refused'],
    begin(scene) {
      const opened: RawConnection[] = [];
      scene.closing = () => {
        const open = opened.filter(({ isClosed }) => !isClosed).length;
        for (const connection of opened) connection.end();
        return open > 2000 ? [`${open} were open at once`] : [];
      };
      return async () => {
        const connection = scene.goesOn && (await openWebSocket(scene, { caller: 0 }));
        if (connection) opened.push(connection);
        return connection ? 'opened' : 'refused';
      };
    },
  },
  handshakes: {
    does: 'polling sessions are started and abandoned; those beyond an address’s limit are refused',
    lanes: 16,
    allowed: [200, 403],
    begin(scene) {
      scene.closing = () =>
        scene.count(200) > 4500 && scene.count(403) + scene.count(429) === 0
          ? ['no handshake was ever refused']
          : [];
      return () => ({ path: POLLING, headers: scene.caller() });
    },
  },
};
