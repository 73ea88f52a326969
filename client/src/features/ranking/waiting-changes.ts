/** What a ranking that stands still has missed. Pure. */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';

type Rows = readonly Pick<LeaderboardEntry, 'walletAddress' | 'gdp'>[];

/**
 * How many players' GDP changed, came or left between two rankings. Whoever was only passed by
 * another is not counted: the one who passed is.
 */
export function waitingChanges(shown: Rows, latest: Rows): number {
  if (shown === latest) return 0;
  const gdpShown = new Map(shown.map((row) => [row.walletAddress, row.gdp]));
  let changes = 0;
  for (const { walletAddress, gdp } of latest) {
    if (gdpShown.get(walletAddress) !== gdp) changes += 1;
    gdpShown.delete(walletAddress);
  }
  return changes + gdpShown.size;
}

/** `12 changes waiting`; what is said while there are none yet. */
export function waitingText(changes: number): string {
  if (changes === 0) return 'No changes waiting';
  return changes === 1 ? '1 change waiting' : `${changes} changes waiting`;
}
