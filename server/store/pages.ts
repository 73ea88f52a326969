/**
 * What the adapters share of reading: the revs of those that count their commits, pages of events,
 * some of which can't be read (unreadable-events.ts), and pages of stakers.
 */
import type { Address } from '../../common/values/address.ts';
import { revSchema, type Rev } from '../../common/values/ids.ts';
import type { Player } from '../../common/values/player.ts';
import { isKnownEvent, type Commit } from '../../common/values/stored-event.ts';
import type { EventQuery, PlayersPage } from './store.ts';
import type { EventAt } from './unreadable-events.ts';

/** A commit's number, counted from 1, as 16 hexadecimal digits. */
export function revOf(number: number): Rev {
  return revSchema.parse(number.toString(16).padStart(16, '0'));
}

export function numberOf(rev: Rev): number {
  return Number.parseInt(rev, 16);
}

/** Why a feed ends at an event. */
export function feedEndsAt(rev: Rev): Error {
  return new Error(`the event ${rev} can’t be read`);
}

/**
 * The events of a feed's page, all readable.
 * @throws Error if one can't be read: a feed that skipped it would show outdated state.
 */
export function allReadable(page: readonly EventAt[]): Commit[] {
  return page.map(({ rev, event }) => event ?? raise(feedEndsAt(rev)));
}

/** Skips unreadable events and reads on until the answer is full or the history ends. */
export async function readableEvents(
  query: EventQuery,
  read: (query: EventQuery) => Promise<readonly EventAt[]>,
): Promise<Commit[]> {
  const found: Commit[] = [];
  if (query.kinds?.length === 0) return found;
  let next = query;
  for (;;) {
    const page = await read(next);
    for (const { event } of page) {
      if (event && (!query.kinds || isKnownEvent(event))) found.push(event);
    }
    const last = page.at(-1);
    if (!last || page.length < next.limit || found.length === query.limit) return found;
    const cursor = query.order === 'newest-first' ? { before: last.rev } : { after: last.rev };
    next = { ...query, ...cursor, limit: query.limit - found.length };
  }
}

function raise(error: Error): never {
  throw error;
}

/** A player's key, and null if the rest of it can't be read. */
interface StoredPlayer {
  readonly wallet: string;
  readonly player: Player | null;
}

/** @param page in the order of wallets; fewer than `most` only if there are no more. */
export function playersPage(page: readonly StoredPlayer[], most: number): PlayersPage {
  const last = page.length < most ? undefined : page.at(-1);
  return {
    players: page.flatMap(({ player }) => player ?? []),
    unreadable: page.flatMap(({ wallet, player }) => (player ? [] : [keyOf(wallet)])),
    last: last ? keyOf(last.wallet) : null,
  };
}

/** Not parsed: a damaged record is identified by its key, and the next page begins after it. */
function keyOf(wallet: string): Address {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's key was written from a wallet, and identifies it even if its document can't be read
  return wallet as Address;
}
