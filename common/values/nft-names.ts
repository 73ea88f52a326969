/**
 * The name of each NFT of the game, used everywhere: on pages, in refusals, in development's
 * metadata; and how many of it.
 */
import { formatCount } from './figures.ts';
import { NATION_LIST, NATIONS, type NationId } from './nations.ts';
import type { NftStake } from './stake.ts';

type NftKind = NftStake['kind'];

/** What each nation's cultural NFT shows. */
const CULTURAL_NAMES: Readonly<Record<NationId, string>> = {
  usa: 'The Liberty Bell',
  italy: 'The Colosseum',
  argentina: 'The Bandoneon',
  china: 'The Temple of Heaven',
};

/** What the pages call the two collections' tokens. */
export const NFT_KIND_NAMES: Readonly<Record<NftKind, string>> = {
  national: 'National NFT',
  cultural: 'Cultural NFT',
};

/** `The Colosseum`; a national NFT is land, and has its nation's name: `Italy`. */
export function nftName(kind: NftKind, nationId: NationId): string {
  return kind === 'cultural' ? CULTURAL_NAMES[nationId] : NATIONS[nationId].name;
}

/** The nation of a token of either collection; null for any other token. */
export function nationOfToken(tokenId: bigint): NationId | null {
  return NATION_LIST.find((nation) => BigInt(nation.tokenId) === tokenId)?.id ?? null;
}

/** `2 × Italy`; only the name, if it isn't known how many. */
export function counted(name: string, quantity: number | undefined): string {
  return quantity === undefined ? name : `${formatCount(quantity)} × ${name}`;
}
