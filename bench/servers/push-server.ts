/**
 * One message for everybody, by different means: Denaria's own, ws with a frame made once, Socket.IO's rooms,
 * Colyseus. And one stake to everybody's board, from the commit on.
 */
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { matchMaker, Room, Server as ColyseusServer } from '@colyseus/core';
import { Encoder, schema, type SchemaType } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { Server as SocketIoServer } from 'socket.io';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { SentMessages } from '../../common/protocol/live.ts';
import { NOTHING_SET } from '../../common/protocol/status.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
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

Encoder.BUFFER_SIZE = 256 * 1024;

const RowState = schema({
  walletAddress: 'string',
  rev: 'string',
  gdp: 'number',
  gdpSince: 'string',
  gdpOrder: 'number',
  culturalOrder: 'number',
  denaHoldings: 'string',
  wood: 'number',
  oil: 'number',
  food: 'number',
  technology: 'number',
});
const TotalState = schema({ gdp: 'number', players: 'number' });
const BoardState = schema({
  rev: 'string',
  digest: 'string',
  rows: { map: RowState },
  totals: { map: TotalState },
  /** Of the last stake, as JSON: it is new each time, so nothing of it could be left out. */
  events: 'string',
});

/** A Colyseus room: messages by its broadcast, or by its synchronised state. */
class BoardRoom extends Room<SchemaType<typeof BoardState>> {
  override state = new BoardState();
  override maxClients = 100_000;

  override onCreate(): void {
    // Patches are sent only on demand.
    this.setPatchRate(0);
    this.setSeatReservationTime(600);
  }

  /** Puts the whole list into the synchronised state. */
  fill(list: ReturnType<Stakes['board']['page']>): void {
    for (const entry of list) {
      this.state.rows.set(entry.walletAddress, Object.assign(new RowState(), rowOf(entry)));
    }
    for (const nationId of NATION_IDS) this.state.totals.set(nationId, new TotalState());
  }

  /** Puts a tick into it. */
  take({ rev, digest, nations, events }: SentMessages['tick']): void {
    Object.assign(this.state, { rev, digest, events: JSON.stringify(events) });
    for (const { nationId, gdp, players, changed } of nations) {
      Object.assign(this.state.totals.get(nationId) ?? {}, { gdp, players });
      for (const row of changed) {
        Object.assign(this.state.rows.get(row.walletAddress) ?? {}, rowOf(row));
      }
    }
  }
}

function rowOf({
  name: _name,
  resources,
  ...row
}: SentMessages['tick']['nations'][number]['changed'][number]) {
  return { ...row, ...resources };
}

let say: Say = () => {};

const COLYSEUS = {
  colyseus(room: BoardRoom): Say {
    return () => room.broadcast('tick', messageAt(now()));
  },

  'colyseus-stake'(room: BoardRoom): Say {
    const stakes = new Stakes();
    return () => room.broadcast('tick', stakes.next());
  },

  'colyseus-state-stake'(room: BoardRoom): Say {
    const stakes = new Stakes();
    room.fill(stakes.board.page(1000, 0));
    return () => {
      room.take(stakes.next());
      room.broadcastPatch();
    };
  },
} satisfies Record<string, (room: BoardRoom) => Say>;

async function startColyseus(kind: keyof typeof COLYSEUS, clients: number) {
  const http = createServer();
  const transport = new WebSocketTransport({ server: http, pingInterval: 0 });
  const colyseus = new ColyseusServer({ transport, greet: false, gracefullyShutdown: false });
  colyseus.define('board', BoardRoom);
  await colyseus.listen(0, HERE);
  const paths: string[] = [];
  for (let n = 0; n < clients; n += 1) {
    const seat = await matchMaker.joinOrCreate('board', {});
    paths.push(`/${seat.room.processId}/${seat.room.roomId}?sessionId=${seat.sessionId}`);
  }
  const [listing] = await matchMaker.query({ name: 'board' });
  if (!listing) throw new Error('Colyseus made no room');
  const room = matchMaker.getLocalRoomById(listing.roomId);
  if (!(room instanceof BoardRoom)) throw new Error('Colyseus made another room');
  say = COLYSEUS[kind](room);
  return { port: portOf(http), paths };
}

function portOf(http: HttpServer): number {
  return z.object({ port: z.int() }).parse(http.address()).port;
}

async function start(kind: keyof typeof KINDS) {
  const http = createServer();
  say = KINDS[kind](http);
  http.listen(0, HERE, 4096);
  await once(http, 'listening');
  return { port: portOf(http), paths: [] };
}

/** The machine's monotonic clock in µs, as 16 hexadecimal digits: the message's rev. */
function now(): string {
  return (process.hrtime.bigint() / 1000n).toString(16).padStart(16, '0');
}

const startSchema = z.object({ kind: z.string(), clients: z.int() });
const isOurs = (kind: string): kind is keyof typeof KINDS => kind in KINDS;
const isColyseus = (kind: string): kind is keyof typeof COLYSEUS => kind in COLYSEUS;

serveParent({
  start(body) {
    const { kind, clients } = startSchema.parse(body);
    if (isColyseus(kind)) return startColyseus(kind, clients);
    if (isOurs(kind)) return start(kind);
    throw new Error(`there is no ${kind}`);
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
