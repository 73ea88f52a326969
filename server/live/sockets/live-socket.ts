/**
 * This server's sockets: the messages they receive and send, the data of each, and the rooms
 * they join, which are the one record of who watches what: `all` or those of up to three nations,
 * and one per watched wallet, under the wallet's own text.
 */
import type { EventEmitter } from 'node:events';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import {
  ROOMS,
  type ClientMessages,
  type Room,
  type SentAck,
  type SentMessages,
} from '../../../common/protocol/live.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { TokenBucket } from '../../lib/token-bucket.ts';

/** Replies to the sender; does nothing if the sender asked for no reply. */
export type Reply = (ack: SentAck) => void;

type ClientEvents = {
  [Name in keyof ClientMessages]: (body: ClientMessages[Name], reply: Reply) => void;
};

type ServerEvents = {
  [Name in keyof SentMessages]: (message: SentMessages[Name]) => void;
};

interface SocketData {
  readonly bucket: TokenBucket;
  /** The client's protocol version. */
  readonly version: number;
  /** What limits count the client by. */
  readonly address: string;
  /** [WAT1] Null if it names none. */
  readonly browser: string | null;
}

export type LiveIo = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

/** Socket.IO's adapter: its rooms, and the ids of the sockets in them. */
export interface Rooms extends EventEmitter {
  readonly rooms: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Those among these rooms in which a socket follows nations. */
export function nationRooms(rooms: ReadonlySet<string>): Room[] {
  return ROOMS.filter((room) => rooms.has(room));
}

/** The nations that are followed by a socket in these rooms. */
export function nationsIn(rooms: ReadonlySet<string>): NationId[] {
  return NATION_IDS.filter((nationId) => rooms.has('all') || rooms.has(nationId));
}

/** Makes the socket follow exactly these nations. */
export function followNations(socket: LiveSocket, nations: ReadonlySet<NationId>): void {
  const rooms: ReadonlySet<Room> = nations.size === NATION_IDS.length ? new Set(['all']) : nations;
  for (const room of ROOMS) {
    if (rooms.has(room)) void socket.join(room);
    else void socket.leave(room);
  }
}
