/** Which stake holds which parcel of the map. Pure. */
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';

/** One filled parcel of the map: whose stake it is, and which of that stake's parcels. */
export interface Holding {
  readonly stake: NftStakeView;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/**
 * Which stake fills which parcel, oldest first, so that land once filled stays where it is when more
 * is staked.
 * @param copiesEach how many copies a parcel stands for.
 */
export function parcelHoldings(
  stakes: readonly NftStakeView[],
  copiesEach: number,
): readonly Holding[] {
  return stakes
    .filter((stake) => stake.nftType === 'national')
    .toSorted((a, b) => a.stakedAt.localeCompare(b.stakedAt))
    .flatMap((stake) => {
      const of = Math.ceil(stake.quantity / copiesEach);
      return Array.from({ length: of }, (_, i) => ({ stake, number: i + 1, of }));
    });
}
