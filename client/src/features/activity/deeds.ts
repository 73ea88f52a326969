/** Who did what just now: the game's events, and before them what the live messages told. Pure. */
import type { EventView } from '../../../../common/protocol/events.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { EventDetail, EventKind } from '../../../../common/values/game-event.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { LiveCause } from '../../live/live-causes.ts';
import { formatCount, formatDenaAmount } from '../../ui/format.ts';

export interface Deed {
  /** The same whether it was told live or read as an event, so far as that can be known. */
  readonly key: string;
  readonly walletAddress: Address;
  readonly nationId: NationId;
  readonly words: string;
  /** What it did to the GDP, in dollars. */
  readonly delta: number;
  readonly atMs: number;
}

type Happening = Pick<
  EventView,
  'id' | 'at' | 'kind' | 'walletAddress' | 'nationId' | 'gdpBefore' | 'gdpAfter' | 'detail'
>;
type Told = Omit<LiveCause, 'key'> & { readonly key: string };

/**
 * The newest deeds first. What was told live gives way to its event as soon as that is there, since
 * the event knows more of it.
 * @param events newest first, of the nation or of all.
 * @param nationId whose deeds alone are wanted, where they are.
 */
export function deedsOf(
  events: readonly Happening[],
  causes: readonly Told[],
  nationId: NationId | null,
): readonly Deed[] {
  const newest = events[0]?.id ?? null;
  const told = causes.flatMap((cause): Deed[] => {
    const { key, walletAddress, kind, delta, atMs } = cause;
    if (nationId !== null && cause.nationId !== nationId) return [];
    if (newest !== null && cause.rev <= newest) return [];
    if (events.some((event) => isEventOf(event, cause))) return [];
    const words = wordsOf(kind, {});
    return words ? [{ key, walletAddress, nationId: cause.nationId, words, delta, atMs }] : [];
  });
  const read = events.flatMap((event): Deed[] => {
    const words = wordsOf(event.kind, event.detail);
    if (!words) return [];
    return [
      {
        key: event.id,
        walletAddress: event.walletAddress,
        nationId: event.nationId,
        words,
        delta: event.gdpAfter - event.gdpBefore,
        atMs: Date.parse(event.at),
      },
    ];
  });
  return [...told, ...read];
}

/** A message tells of several commits at once: some of them may have been read already. */
function isEventOf(event: Happening, cause: Told): boolean {
  return (
    event.walletAddress === cause.walletAddress &&
    event.kind === cause.kind &&
    event.gdpAfter - event.gdpBefore === cause.delta &&
    event.id <= cause.rev &&
    (cause.since === null || event.id > cause.since)
  );
}

/** Null for what the game does by itself. */
function wordsOf(kind: EventKind, detail: EventDetail): string | null {
  const { amount, quantity, resourceType } = detail;
  const dena = amount === undefined ? 'DENA' : `${formatDenaAmount(amount)} DENA`;
  switch (kind) {
    case 'nation-chosen':
      return 'joined the game';
    case 'dena-staked':
      return `staked ${dena}`;
    case 'dena-unstaked':
      return `took ${dena} back`;
    case 'national-staked':
      return `staked ${nfts('national', quantity)}`;
    case 'national-unstaked':
      return `took ${nfts('national', quantity)} back`;
    case 'cultural-staked':
      return `staked ${nfts('cultural', quantity)}`;
    case 'cultural-unstaked':
      return `took ${nfts('cultural', quantity)} back`;
    case 'traded':
      return quantity === undefined || resourceType === undefined
        ? 'bought resources'
        : `bought ${formatCount(quantity)} ${resourceType}`;
    case 'stakes-unbacked':
      return 'moved tokens away that were staked';
    case 'resources-settled':
    case 'holdings-verified':
    case 'name-checked':
      return null;
  }
}

function nfts(collection: string, quantity: number | undefined): string {
  if (quantity === undefined) return `${collection} NFTs`;
  return quantity === 1 ? `a ${collection} NFT` : `${formatCount(quantity)} ${collection} NFTs`;
}
