/** The player's own row on the ranking. */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { useLiveContext, useLiveValue } from './live-context.ts';

/** The connected wallet's row, as new as any push, list or answer; null if none has one. */
export function useOwnRow(): LeaderboardEntry | null {
  const { walletAddress } = useLiveContext();
  const own = useLiveValue((client) => client.ownRow(), null);
  // The client learns of a wallet change a moment after the page does.
  return own?.walletAddress === walletAddress ? own : null;
}
