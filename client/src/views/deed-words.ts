/** A deed in words: what was done, and with what. Pure. */
import type { EventDetail, EventKind } from '../../../common/values/game-event.ts';
import { formatCount, formatDenaAmount, formatDeltaDollars } from '../ui/format.ts';

/** What was staked or bought: `5,000 DENA`, `2 national NFTs`; null for what is done with nothing. */
export function meansOf(kind: EventKind, detail: EventDetail = {}): string | null {
  const { amount, quantity, resourceType } = detail;
  switch (kind) {
    case 'dena-staked':
    case 'dena-unstaked':
      return amount === undefined ? 'DENA' : `${formatDenaAmount(amount)} DENA`;
    case 'national-staked':
    case 'national-unstaked':
      return nfts('national', quantity);
    case 'cultural-staked':
    case 'cultural-unstaked':
      return nfts('cultural', quantity);
    case 'traded':
      if (quantity === undefined || resourceType === undefined) return 'resources';
      return `${formatCount(quantity)} ${resourceType}`;
    case 'nation-chosen':
    case 'stakes-unbacked':
    case 'resources-settled':
    case 'holdings-verified':
    case 'name-checked':
      return null;
  }
}

/** What a deed was; null for what the game does by itself. */
export function actOf(kind: EventKind, detail: EventDetail = {}): string | null {
  const means = meansOf(kind, detail);
  switch (kind) {
    case 'nation-chosen':
      return 'joined the game';
    case 'dena-staked':
    case 'national-staked':
    case 'cultural-staked':
      return `staked ${means}`;
    case 'dena-unstaked':
    case 'national-unstaked':
    case 'cultural-unstaked':
      return `took ${means} back`;
    case 'traded':
      return `bought ${means}`;
    case 'stakes-unbacked':
      return unbacked(detail);
    case 'resources-settled':
    case 'holdings-verified':
    case 'name-checked':
      return null;
  }
}

/** What a row is marked with after a deed: `▲17 · 5,000 DENA`. */
export function markText({
  places,
  kind,
  detail,
  delta,
}: {
  /** Gained, or lost where it is below 0. */
  readonly places: number;
  readonly kind: EventKind;
  readonly detail?: EventDetail | undefined;
  /** Dollars. */
  readonly delta: number;
}): string {
  const by =
    kind === 'nation-chosen' ? 'joined' : (meansOf(kind, detail) ?? formatDeltaDollars(delta));
  if (places === 0) return by;
  return `${places > 0 ? '▲' : '▼'}${formatCount(Math.abs(places))} · ${by}`;
}

/** [CHN1] `lost 2 stakes, not held at block 1,234`. */
function unbacked({ stakeIds, block }: EventDetail): string {
  const count = stakeIds?.length ?? 1;
  const stakes = count === 1 ? 'a stake' : `${formatCount(count)} stakes`;
  return block === undefined
    ? `lost ${stakes}, no longer held`
    : `lost ${stakes}, not held at block ${formatCount(block)}`;
}

function nfts(collection: string, quantity: number | undefined): string {
  if (quantity === undefined) return `${collection} NFTs`;
  return quantity === 1 ? `a ${collection} NFT` : `${formatCount(quantity)} ${collection} NFTs`;
}
