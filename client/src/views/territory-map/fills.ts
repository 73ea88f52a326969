/** The animation of a newly staked parcel, on every map that shows it. */
import { css, keyframes } from 'styled-components';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import { instantOf } from '../../../../common/values/instant.ts';

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
