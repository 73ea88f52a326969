/** The player's own row on the ranking. */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { useLiveContext, useLiveValue } from './live-context.ts';

/** The connected wallet's row, as new as push, list or answer told it; null where none did. */
export function useOwnRow(): LeaderboardEntry | null {
  const { walletAddress } = useLiveContext();
  const own = useLiveValue((client) => client.ownRow(), null);
  // The client hears of another wallet a moment after the page does.
  return own?.walletAddress === walletAddress ? own : null;
}
