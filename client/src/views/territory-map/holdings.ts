/** Maps parcels to stakes. Pure. */
import { css, keyframes } from 'styled-components';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import { instantOf } from '../../../../common/values/instant.ts';

/** One filled parcel of the map: its stake, and its number among that stake's parcels. */
export interface Holding {
  readonly stake: NftStakeView;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/**
 * Assigns parcels to stakes, oldest first, so that filled land stays in place when more is staked.
 * @param copiesEach how many NFTs a parcel stands for.
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

/** As long as the page shows a move's result. */
const FRESH_MS = 4000;

const fill = keyframes`
  from { opacity: 0; }
  35% { opacity: 1; fill-opacity: 1; }
`;

/** Off for players who asked for reduced motion. */
export const fills = css`
  animation: ${fill} 2.4s var(--ease) backwards;

  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`;

/** @param nowMs on the game's clock. */
export function isJustStaked(
  stake: Pick<NftStakeView, 'stakedAt'> | undefined,
  nowMs: number,
): boolean {
  return stake !== undefined && nowMs - instantOf(stake.stakedAt) < FRESH_MS;
}
