/**
 * The rooms that sockets join, which are the one record of who watches what: `all` or those of up to three nations,
 * and one per watched wallet, under the wallet's own text.
 */
import type { EventEmitter } from 'node:events';
import { ROOMS, type Room } from '../../../common/protocol/live.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { LiveSocket } from './live-socket.ts';

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
