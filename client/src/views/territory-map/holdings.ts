/** Maps parcels to stakes. Pure. */
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';

/** One filled parcel of the map: its stake, and its number among that stake's parcels. */
export interface Holding {
  readonly stake: NftStakeView;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/**
 * Assigns parcels to stakes, oldest first, so that filled land stays in place when more is staked.
 * @param copiesEach how many copies a parcel stands for.
 */
export function parcelHoldings(
  stakes: readonly NftStakeView[],
  copiesEach: number,
): readonly Holding[] {
  return stakes
    .filter((stake) => stake.nftType === 'national')
    .sort((a, b) => a.stakedAt.localeCompare(b.stakedAt))
    .flatMap((stake) => {
      const of = Math.ceil(stake.quantity / copiesEach);
      return Array.from({ length: of }, (_, i) => ({ stake, number: i + 1, of }));
    });
}
