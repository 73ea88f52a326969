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
import type { Attack, Scene } from '../attack.ts';
import { flood } from '../flood.ts';
import { inLanes, openWebSocket, type RawConnection } from '../raw.ts';

const POLLING = '/socket.io/?EIO=4&transport=polling';
/** Longer than the server needs to close a misbehaving connection. */
const CLOSING_MS = 5000;
/** Of one polled payload. */
const PAYLOAD_BYTES = 8000;

const FOREIGN_CONNECT = clientFrame(`40/${'x'.repeat(7900)},`);
const WATCH = eventFrame('watch', { nations: 'all' });

/** A frame made of these parts: the first byte (flags and opcode), then the payload. */
function frame(firstByte: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(payload.length < 126 ? 6 : 8);
  head[0] = firstByte;
  head[1] = 0x80 | (payload.length < 126 ? payload.length : 126);
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

/** Opens WebSockets one after the other in each lane, and reports which of them the server closed. */
async function throwOut(
  scene: Scene,
  options: {
    readonly lanes: number;
    readonly lines?: readonly string[];
    /** Does what the server must not tolerate. */
    readonly misbehave: (connection: RawConnection) => Promise<void> | void;
    readonly what: string;
  },
): Promise<{ readonly complaints: string[]; readonly note: string }> {
  const { lanes, lines = [], misbehave, what } = options;
  let [opened, refused, tolerated] = [0, 0, 0];
  await inLanes(scene, lanes, async (lane) => {
    const connection = await openWebSocket(scene, { caller: lane, lines });
    if (!connection) {
      refused += 1;
      await sleep(100);
      return;
    }
    opened += 1;
    await misbehave(connection);
    if (!(await connection.closes(CLOSING_MS))) tolerated += 1;
    connection.end();
  });
  return {
    complaints: tolerated > 0 ? [`${tolerated} of ${opened} sockets were not closed: ${what}`] : [],
    note: `${opened} sockets opened, ${refused} refused, ${opened - tolerated} closed by the server`,
  };
}

const openSchema = z.object({ sid: z.string() });

/** Starts a polling session. @returns its path; null if it is refused. */
async function pollingSession(scene: Scene, caller: number): Promise<string | null> {
  const answer = await fetch(`${scene.url}${POLLING}`, { headers: scene.caller(caller) });
  const text = await answer.text();
  if (!answer.ok) return null;
  return `${POLLING}&sid=${openSchema.parse(JSON.parse(text.slice(1))).sid}`;
}

export const SOCKET_ATTACKS: readonly Attack[] = [
  {
    name: 'foreign-connects',
    does: 'WebSockets that never read send CONNECTs to namespaces that do not exist, 7.9 kB each',
    expects: 'each is closed at the first one',
    run: (scene) =>
      throwOut(scene, {
        lanes: 8,
        what: 'foreign namespaces were requested without end',
        async misbehave(connection) {
          connection.write(CONNECT);
          connection.stopReading();
          for (let i = 0; i < 400 && !connection.isClosed && !connection.isClogged; i += 1) {
            connection.write(FOREIGN_CONNECT);
            if (i % 20 === 19) await sleep(1);
          }
        },
      }),
  },
  {
    name: 'connects-by-polling',
    does: 'polling sessions POST 8 kB with 2,700 CONNECT packets',
    expects: 'the session is closed',
    async run(scene) {
      let [sessions, refused, tolerated] = [0, 0, 0];
      const payload = Array.from({ length: PAYLOAD_BYTES / 3 }, () => '40').join('\x1e');
      await inLanes(scene, 8, async (lane) => {
        const path = await pollingSession(scene, lane);
        if (path === null) {
          refused += 1;
          await sleep(100);
          return;
        }
        sessions += 1;
        const post = (body: string) =>
          fetch(`${scene.url}${path}`, {
            method: 'POST',
            body,
            headers: scene.caller(lane),
            signal: AbortSignal.timeout(CLOSING_MS),
            // Cut off in the middle: no answer.
          }).catch(() => null);
        await post(payload);
        if ((await post('3'))?.ok) tolerated += 1;
      });
      return {
        complaints: tolerated > 0 ? [`${tolerated} of ${sessions} sessions stayed open`] : [],
        note: `${sessions} sessions opened, ${refused} refused, ${sessions - tolerated} closed`,
      };
    },
  },
  {
    name: 'connects-by-websocket',
    does: 'one WebSocket at a time sends 8,000 CONNECT packets, 64 kB',
    expects: 'it is closed',
    run: (scene) =>
      throwOut(scene, {
        lanes: 1,
        what: '8,000 CONNECTs',
        misbehave: (connection) =>
          connection.write(Buffer.concat(Array.from({ length: 8000 }, () => CONNECT))),
      }),
  },
  {
    name: 'packet-flood',
    does: 'WebSockets send pongs and watches as fast as they can',
    expects: 'each is closed within its first few thousand',
    run: (scene) =>
      throwOut(scene, {
        lanes: 4,
        what: '40,000 packets',
        async misbehave(connection) {
          connection.write(CONNECT);
          const packets = Buffer.concat(Array.from({ length: 100 }, () => [PONG, WATCH]).flat());
          for (let i = 0; i < 200 && !connection.isClosed; i += 1) {
            connection.write(packets);
            await sleep(1);
          }
        },
      }),
  },
  {
    name: 'upgrade-probes',
    does: 'an upgrade of a polling session is probed 1,000 times',
    expects: 'it is aborted',
    async run(scene) {
      let [tried, tolerated] = [0, 0];
      await inLanes(scene, 4, async (lane) => {
        const path = await pollingSession(scene, lane);
        const connection =
          path &&
          (await openWebSocket(scene, {
            caller: lane,
            path: path.replace('polling', 'websocket'),
          }));
        if (!connection) {
          await sleep(100);
          return;
        }
        tried += 1;
        connection.write(Buffer.concat(Array.from({ length: 1000 }, () => clientFrame('2probe'))));
        if (!(await connection.closes(CLOSING_MS))) tolerated += 1;
        connection.end();
      });
      return {
        complaints:
          tolerated > 0 ? [`${tolerated} of ${tried} were answered to the last probe`] : [],
        note: `${tried} upgrades`,
      };
    },
  },
  {
    name: 'unread-pushes',
    does: '300 WebSockets watch everything, pong, and never read; 40 a second send another watch',
    expects: 'memory stays bounded; no socket has to be closed',
    async run(scene) {
      const opened: RawConnection[] = [];
      for (let n = 0; n < 300 && scene.goesOn; n += 1) {
        const connection = await openWebSocket(scene, { caller: n % 3 });
        if (!connection) continue;
        connection.stopReading();
        connection.write(Buffer.concat([CONNECT, WATCH]));
        opened.push(connection);
      }
      for (let turn = 0; scene.goesOn; turn += 1) {
        for (const connection of opened.slice((turn * 2) % 300, ((turn * 2) % 300) + 2)) {
          connection.write(Buffer.concat([WATCH, PONG]));
        }
        await sleep(50);
      }
      const closed = opened.filter(({ isClosed }) => isClosed).length;
      for (const connection of opened) connection.end();
      return { complaints: [], note: `${opened.length} sockets opened, ${closed} closed` };
    },
  },
  {
    name: 'websocket-pings',
    does: 'WebSockets that never read send the protocol’s own pings (RFC 6455, 5.5.2) with 125 bytes each',
    expects: 'memory stays bounded, or the sockets are closed',
    async run(scene) {
      const pings = Buffer.concat(
        Array.from({ length: 500 }, () => frame(0x89, Buffer.alloc(125))),
      );
      let [opened, sent] = [0, 0];
      await inLanes(scene, 4, async (lane) => {
        const connection = await openWebSocket(scene, { caller: lane });
        if (!connection) {
          await sleep(100);
          return;
        }
        opened += 1;
        connection.write(CONNECT);
        connection.stopReading();
        while (scene.goesOn && !connection.isClosed) {
          if (!connection.isClogged) {
            connection.write(pings);
            sent += 500;
          }
          await sleep(2);
        }
        connection.end();
      });
      return { complaints: [], note: `${sent} pings on ${opened} sockets` };
    },
  },
  {
    name: 'fragments',
    does: 'WebSockets send a message in fragments that never end, 1 kB each',
    expects: 'each is closed once it exceeds the maximum message size',
    run: (scene) =>
      throwOut(scene, {
        lanes: 8,
        what: 'fragments without end',
        async misbehave(connection) {
          connection.write(frame(0x01, Buffer.alloc(1000, 'a')));
          for (let i = 0; i < 100 && !connection.isClosed; i += 1) {
            connection.write(frame(0x00, Buffer.alloc(1000, 'a')));
            if (i % 10 === 9) await sleep(1);
          }
        },
      }),
  },
  {
    name: 'compressed-frames',
    does: 'WebSockets offer permessage-deflate and send compressed bombs anyway',
    expects: 'the offer is declined; the frame closes the socket',
    async run(scene) {
      let accepted = 0;
      const bomb = deflateRawSync(Buffer.alloc(16 * 2 ** 20)).subarray(0, 60_000);
      const thrownOut = await throwOut(scene, {
        lanes: 4,
        lines: ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits'],
        what: 'a compressed frame',
        misbehave(connection) {
          if (/permessage-deflate/i.test(connection.received)) accepted += 1;
          connection.write(frame(0xc1, bomb));
        },
      });
      const complaints = accepted > 0 ? [`compression was accepted ${accepted} times`] : [];
      return { ...thrownOut, complaints: [...complaints, ...thrownOut.complaints] };
    },
  },
  {
    name: 'binary-noise',
    does: 'WebSockets send binary frames of random bytes',
    expects: 'each is closed',
    run: (scene) =>
      throwOut(scene, {
        lanes: 4,
        what: 'noise',
        async misbehave(connection) {
          for (let i = 0; i < 300 && !connection.isClosed; i += 1) {
            connection.write(frame(0x82, randomBytes(200)));
            if (i % 20 === 19) await sleep(1);
          }
        },
      }),
  },
  {
    name: 'sockets-of-one-address',
    does: '6,000 WebSockets from one address',
    expects: 'no more than SOCKETS_PER_ADDRESS (2,000) of them are open at once',
    async run(scene) {
      const opened: RawConnection[] = [];
      let refused = 0;
      let asked = 0;
      const lane = async () => {
        while (asked < 6000 && scene.goesOn) {
          asked += 1;
          const connection = await openWebSocket(scene);
          if (connection) opened.push(connection);
          else refused += 1;
        }
      };
      await Promise.all(Array.from({ length: 64 }, lane));
      const open = opened.filter(({ isClosed }) => !isClosed).length;
      for (const connection of opened) connection.end();
      return {
        complaints: open > 2000 ? [`${open} sockets of one address were open at once`] : [],
        note: `${asked} requested, ${refused} refused, ${open} open at the end`,
      };
    },
  },
  {
    name: 'handshakes',
    does: 'polling sessions are started and abandoned, over 16 connections from one address',
    expects: 'those beyond an address’s limit are refused',
    async run(scene) {
      const flooded = await flood(scene, {
        connections: 16,
        next: () => ({ path: POLLING, headers: scene.caller() }),
      });
      const tooMany = flooded.of(200) > 4500 && flooded.of(403) + flooded.of(429) === 0;
      return flooded.report([200, 403], tooMany ? ['no handshake was ever refused'] : []);
    },
  },
];
