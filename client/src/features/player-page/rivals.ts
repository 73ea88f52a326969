/** The players right above and below a player. Pure. */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';

/** How many rows on either side. */
export const RIVALS_SPAN = 3;

/**
 * The player's row and those around it; null if the live rows don't reach that far.
 * @param rows the ranking from its first row on, without gaps.
 * @param totalCount of all players, including those beyond the rows.
 */
export function rivalsIn(
  rows: readonly LeaderboardEntry[],
  wallet: Address,
  totalCount: number,
): readonly LeaderboardEntry[] | null {
  const at = rows.findIndex(({ walletAddress }) => walletAddress === wallet);
  if (at === -1) return null;
  const end = at + RIVALS_SPAN + 1;
  if (end > rows.length && rows.length < totalCount) return null;
  return rows.slice(Math.max(0, at - RIVALS_SPAN), end);
}
