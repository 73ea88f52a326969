/** A ranking that can be paused while the game goes on, and then catch up. */
import { useState } from 'react';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';

export interface Pausable {
  /** The rows to show: the current ones, or those at the moment of pausing. */
  readonly rows: readonly LeaderboardEntry[];
  readonly isPaused: boolean;
  /** How many changes are not shown yet. */
  readonly waiting: number;
  readonly toggle: () => void;
}

export function usePausableRows(live: readonly LeaderboardEntry[]): Pausable {
  const [frozen, setFrozen] = useState<readonly LeaderboardEntry[] | null>(null);
  return {
    rows: frozen ?? live,
    isPaused: frozen !== null,
    waiting: frozen ? changesBetween(frozen, live) : 0,
    toggle: () => setFrozen(frozen ? null : live),
  };
}

type Rows = readonly Pick<LeaderboardEntry, 'walletAddress' | 'gdp'>[];

/**
 * How many players' GDP changed, or who joined or left, between two rankings. A player who was
 * merely passed is not counted: the one who passed them is.
 */
export function changesBetween(shown: Rows, latest: Rows): number {
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
