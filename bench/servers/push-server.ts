/**
 * One message for everybody, by different means: Denaria's own, ws with a frame made once, Socket.IO's rooms.
 * And one stake to everybody's board, from the commit on.
 */
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { Server as SocketIoServer } from 'socket.io';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { NOTHING_SET } from '../../common/protocol/status.ts';
import { createAudience } from '../../server/live/outbound/audience.ts';
import { packetOf } from '../../server/live/outbound/packet.ts';
import type { LiveIo } from '../../server/live/sockets/live-socket.ts';
import { serveParent } from '../../tools/processes.ts';
import { SeasonRace } from '../../server/leaderboard/season-race.ts';
import { createPushes } from '../../server/live/outbound/pushes.ts';
import { messageAt, Stakes } from './push-message.ts';

const ROOM = 'all';
/** No pings during a measurement. */
const NEVER_MS = 600_000;
const HERE = '127.0.0.1';

/** Sends one message to everyone; resolves when it was handed to every socket. */
type Say = () => void | Promise<void>;

const KINDS = {
  denaria(http: HttpServer): Say {
    const io = socketIo(http);
    const audience = createAudience(io.of('/').adapter, {
      missed: () => [],
      onBroken: (_member, error) => {
        throw error;
      },
    });
    io.on('connection', (socket) => {
      audience.add(socket);
      void socket.join(ROOM);
    });
    return () => {
      audience.toRoom(ROOM, 'tick', () => messageAt(now()));
      return new Promise<void>((resolve) => audience.send(resolve));
    };
  },

  'socket.io'(http: HttpServer): Say {
    const io = socketIo(http);
    io.on('connection', (socket) => void socket.join(ROOM));
    return () => void io.to(ROOM).emit('tick', messageAt(now()));
  },

  'ws-preframed'(http: HttpServer): Say {
    const sockets = new Set<NodeJS.WritableStream>();
    new WebSocketServer({ server: http }).on('connection', (_client, { socket }) => {
      sockets.add(socket);
    });
    return () => {
      const { frame } = packetOf('tick', messageAt(now()));
      for (const socket of sockets) socket.write(frame);
    };
  },

  'denaria-stake'(http: HttpServer): Say {
    const io = socketIo(http);
    const stakes = new Stakes();
    let onPush = () => {};
    const pushes = createPushes({
      status: () => NOTHING_SET,
      board: stakes.board,
      race: new SeasonRace(stakes.board, () => 0),
      now: () => 0,
      rooms: io.of('/').adapter,
      liveTickMs: 0,
      onPush: () => onPush(),
      log: {
        error(problem: unknown) {
          throw problem;
        },
      },
    });
    io.on('connection', (socket) => {
      pushes.add(socket);
      void socket.join(ROOM);
    });
    return () =>
      new Promise<void>((resolve) => {
        onPush = resolve;
        stakes.commit();
      });
  },

  'socket.io-stake'(http: HttpServer): Say {
    const io = socketIo(http);
    const stakes = new Stakes();
    io.on('connection', (socket) => void socket.join(ROOM));
    return () => void io.to(ROOM).emit('tick', stakes.next());
  },
} satisfies Record<string, (http: HttpServer) => Say>;

function socketIo(http: HttpServer): LiveIo {
  return new SocketIoServer(http, {
    transports: ['websocket'],
    perMessageDeflate: false,
    serveClient: false,
    pingInterval: NEVER_MS,
  });
}

let say: Say = () => {};

async function start(kind: keyof typeof KINDS) {
  const http = createServer();
  say = KINDS[kind](http);
  http.listen(0, HERE, 4096);
  await once(http, 'listening');
  return z.object({ port: z.int() }).parse(http.address());
}

/** The machine's monotonic clock in µs, as 16 hexadecimal digits: the message's rev. */
function now(): string {
  return (process.hrtime.bigint() / 1000n).toString(16).padStart(16, '0');
}

const isKind = (kind: unknown): kind is keyof typeof KINDS =>
  typeof kind === 'string' && kind in KINDS;

serveParent({
  start(kind) {
    if (isKind(kind)) return start(kind);
    throw new Error(`there is no ${String(kind)}`);
  },

  /** Sends this many messages, each as soon as the previous one was handed over. */
  async say(count) {
    for (let n = z.int().parse(count); n > 0; n -= 1) {
      await say();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  },
});
