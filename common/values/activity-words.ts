/** A player's action in words: what was done, and with what. Pure. */
import type { EventDetail, EventKind } from './stored-event.ts';
import type { NationId } from './nations.ts';
import { counted, nftName } from './nft-names.ts';
import { formatCount, formatDeltaDollars, formatDenaAmount } from './figures.ts';
import { finishedText } from './work-names.ts';

/** An action, from an event or a live message. */
interface Activity {
  readonly kind: EventKind;
  /** The player's nation: only the NFTs of one's own nation can be staked. */
  readonly nationId: NationId;
  readonly detail?: EventDetail | undefined;
}

/**
 * What was staked or bought: `5,000 DENA`, `a national NFT`, `2 × The Colosseum`; null for
 * an action without an object.
 */
export function objectText({ kind, nationId, detail = {} }: Activity): string | null {
  const { amount, quantity, resourceType } = detail;
  switch (kind) {
    case 'dena-staked':
    case 'dena-unstaked':
      return amount === undefined ? 'DENA' : `${formatDenaAmount(amount)} DENA`;
    case 'national-staked':
    case 'national-unstaked':
      return nationalNfts(quantity);
    case 'cultural-staked':
    case 'cultural-unstaked':
      return counted(nftName('cultural', nationId), quantity);
    case 'traded':
    case 'contributed':
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

function nationalNfts(quantity: number | undefined): string {
  if (quantity === 1) return 'a national NFT';
  return quantity === undefined ? 'national NFTs' : `${formatCount(quantity)} national NFTs`;
}

/** The action in words; null if the game did it by itself. */
export function actOf(activity: Activity): string | null {
  const object = objectText(activity);
  switch (activity.kind) {
    case 'nation-chosen':
      return 'joined the game';
    case 'dena-staked':
    case 'national-staked':
    case 'cultural-staked':
      return `staked ${object}`;
    case 'dena-unstaked':
    case 'national-unstaked':
    case 'cultural-unstaked':
      return `unstaked ${object}`;
    case 'traded':
      return `bought ${object}`;
    case 'contributed':
      return activity.detail?.finished ? finished(activity) : `contributed ${object}`;
    case 'stakes-unbacked':
      return unbacked(activity.detail);
    case 'resources-settled':
    case 'holdings-verified':
    case 'name-checked':
      return null;
  }
}

/** The mark on a row after an action: `▲17 · 5,000 DENA`. */
export function markText({
  places,
  delta,
  ...activity
}: Activity & {
  /** Gained, or lost if negative. */
  readonly places: number;
  /** Dollars. */
  readonly delta: number;
}): string {
  const by =
    activity.kind === 'nation-chosen'
      ? 'joined'
      : (objectText(activity) ?? formatDeltaDollars(delta));
  if (places === 0) return by;
  return `${places > 0 ? '▲' : '▼'}${formatCount(Math.abs(places))} · ${by}`;
}

/** [WRK1] `finished the second storey of the Colosseum`. */
function finished({ nationId, detail }: Activity): string {
  return `finished ${finishedText(nationId, detail?.finished ?? [])}`;
}

/** [CHN1] `lost 2 stakes`. */
function unbacked({ stakeIds }: EventDetail = {}): string {
  const count = stakeIds?.length ?? 1;
  return count === 1 ? 'lost a stake' : `lost ${formatCount(count)} stakes`;
}
