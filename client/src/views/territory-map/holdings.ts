/** Maps parcels to stakes. Pure. */
import { css, keyframes } from 'styled-components';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import { instantOf } from '../../../../common/values/instant.ts';

/**
 * The stake of each filled parcel, oldest first, so that filled land stays in place when more is
 * staked.
 * @param copiesEach how many NFTs a parcel stands for.
 */
export function parcelHoldings(
  stakes: readonly NftStakeView[],
  copiesEach: number,
): readonly NftStakeView[] {
  return stakes
    .filter((stake) => stake.nftType === 'national')
    .sort((a, b) => a.stakedAt.localeCompare(b.stakedAt))
    .flatMap((stake) =>
      Array.from({ length: Math.ceil(stake.quantity / copiesEach) }, () => stake),
    );
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
export function isJustStaked(stake: Pick<NftStakeView, 'stakedAt'>, nowMs: number): boolean {
  return nowMs - instantOf(stake.stakedAt) < FRESH_MS;
}
