/** Counts what a paused ranking has missed. Pure. */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';

type Rows = readonly Pick<LeaderboardEntry, 'walletAddress' | 'gdp'>[];

/**
 * How many players' GDP changed, or who joined or left, between two rankings. A player who was merely passed
 * is not counted: the one who passed them is.
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

/** `12 changes waiting`, or the text for none. */
export function waitingText(changes: number): string {
  if (changes === 0) return 'No changes waiting';
  return changes === 1 ? '1 change waiting' : `${changes} changes waiting`;
}
