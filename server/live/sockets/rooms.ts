/** The rooms that sockets join: one for each nation and one for each watched wallet. */
import type { EventEmitter } from 'node:events';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { LiveWindow } from '../../leaderboard/window.ts';

const WALLET_PREFIX = 'wallet:';

export function nationRoom(nationId: NationId): string {
  return `nation:${nationId}`;
}

/** The nations that somebody in these rooms watches. */
export function nationsOf(rooms: ReadonlySet<string>): NationId[] {
  return NATION_IDS.filter((nationId) => rooms.has(nationRoom(nationId)));
}

/** The address is in checksum form, so that however it was written it is one room. */
export function walletRoom(wallet: Address): string {
  return `${WALLET_PREFIX}${wallet}`;
}

/**
 * Lets the window watch the wallets that have a room, for as long as they have one: the rooms are
 * the one truth of who watches what, however a socket came to leave.
 * @param rooms Socket.IO's adapter, which tells of every room that is made or that emptied.
 */
export function followWalletRooms(rooms: EventEmitter, window: LiveWindow): void {
  rooms.on('create-room', (room: string) => {
    const wallet = walletOfRoom(room);
    if (wallet) window.watch(wallet);
  });
  rooms.on('delete-room', (room: string) => {
    const wallet = walletOfRoom(room);
    if (wallet) window.unwatch(wallet);
  });
}

/** Null for every other room: a nation's, and the one that each socket has by its id. */
function walletOfRoom(room: string): Address | null {
  if (!room.startsWith(WALLET_PREFIX)) return null;
  return writtenAddressSchema.parse(room.slice(WALLET_PREFIX.length));
}
