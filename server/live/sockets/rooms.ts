/** The rooms that sockets join: one per nation and one per watched wallet. */
import type { EventEmitter } from 'node:events';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { LiveWindow } from '../../leaderboard/window.ts';

const WALLET_PREFIX = 'wallet:';

export function nationRoom(nationId: NationId): string {
  return `nation:${nationId}`;
}

/** The nations among these rooms. */
export function nationsOf(rooms: ReadonlySet<string>): NationId[] {
  return NATION_IDS.filter((nationId) => rooms.has(nationRoom(nationId)));
}

/** The address is checksummed, so every spelling leads to the same room. */
export function walletRoom(wallet: Address): string {
  return `${WALLET_PREFIX}${wallet}`;
}

/**
 * Makes the window watch exactly the wallets that have a room: the rooms are the single source of truth for
 * who watches what, however a socket left.
 * @param rooms Socket.IO's adapter, which emits an event for every room created or emptied.
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

/** Null for every other room: a nation's, or the one that Socket.IO gives each socket by its id. */
function walletOfRoom(room: string): Address | null {
  if (!room.startsWith(WALLET_PREFIX)) return null;
  return writtenAddressSchema.parse(room.slice(WALLET_PREFIX.length));
}
