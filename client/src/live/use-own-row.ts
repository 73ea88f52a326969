/** The player's own row on the ranking. */
import { useQuery } from '@tanstack/react-query';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { useLiveContext, useLiveValue } from './live-context.ts';
import { leaderboardQuery } from './use-leaderboard.ts';

/** The connected wallet's row: as last pushed, otherwise as the list has it; null where neither does. */
export function useOwnRow(): LeaderboardEntry | null {
  const live = useLiveContext();
  const { walletAddress } = live;
  const pushed = useLiveValue((client) => client.ownRow(), null);
  const { data: listed } = useQuery({
    ...leaderboardQuery(live),
    // The list is read where it is held; this hook is no reason to fetch it.
    enabled: false,
    select: (board) => board.rows.find((row) => row.walletAddress === walletAddress) ?? null,
  });
  if (walletAddress === null) return null;
  return pushed ?? listed ?? null;
}
