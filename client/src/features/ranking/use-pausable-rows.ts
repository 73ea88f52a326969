/** A ranking that can be paused while the game goes on, and then catch up. */
import { useState } from 'react';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { waitingChanges } from './waiting-changes.ts';

export interface Pausable {
  /** The rows to show: the current ones, or those at the moment of pausing. */
  readonly rows: readonly LeaderboardEntry[];
  readonly isPaused: boolean;
  /** How many changes are not shown yet. */
  readonly waiting: number;
  readonly toggle: () => void;
}

export function usePausableRows(live: readonly LeaderboardEntry[]): Pausable {
  const [held, setHeld] = useState<readonly LeaderboardEntry[] | null>(null);
  return {
    rows: held ?? live,
    isPaused: held !== null,
    waiting: held ? waitingChanges(held, live) : 0,
    toggle: () => setHeld(held ? null : live),
  };
}
