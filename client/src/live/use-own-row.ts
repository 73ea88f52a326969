/** The player's own row on the ranking. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { useLiveContext } from './live-context.ts';
import { leaderboardQuery } from './use-leaderboard.ts';

/** The connected wallet's row: as last pushed, otherwise as the list has it; null where neither does. */
export function useOwnRow(): LeaderboardEntry | null {
  const { client, walletAddress } = useLiveContext();
  const pushed = useSyncExternalStore(client.subscribe, client.ownRow);
  const { data: listed } = useQuery({
    ...leaderboardQuery(client),
    // The list is read where it is held; this hook is no reason to fetch it.
    enabled: false,
    select: (board) => board.rows.find((row) => row.walletAddress === walletAddress) ?? null,
  });
  if (walletAddress === null) return null;
  return pushed ?? listed ?? null;
}
