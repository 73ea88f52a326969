/** The ranking as pages show it: one cache entry, fed by both pushes and polls. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Revision } from '../../../client-kit/api/revision.ts';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { LEADERBOARD_KEY, POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useLiveContext, useLiveValue, type LiveContextValue } from './live-context.ts';

function leaderboardQuery({ poll }: Pick<LiveContextValue, 'poll'>) {
  return queryOptions({
    queryKey: LEADERBOARD_KEY,
    queryFn: () => poll(),
    structuralSharing: false,
  });
}

interface Leaderboard {
  /** Best first, at most the first 1000; an unchanged row is the same object as before. */
  readonly rows: readonly LeaderboardEntry[];
  /** [LB3] All players, including those beyond the rows. */
  readonly totalCount: number;
  /** The rows' epoch and rev; undefined while unknown. */
  readonly revision: Revision | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** The name known then, or now to the ranking; null if to neither. */
export function useName({ walletAddress, name }: Pick<LeaderboardEntry, 'walletAddress' | 'name'>) {
  const { data } = useQuery({
    ...leaderboardQuery(useLiveContext()),
    enabled: false,
    select: ({ rows }) => name ?? rows.find((row) => row.walletAddress === walletAddress)?.name,
  });
  return data ?? name;
}

const NO_ROWS: readonly LeaderboardEntry[] = [];

/** [CAL6]: refreshed every 10 s; the dashboard passes `poll: false` and relies on pushes. */
export function useLeaderboard({ poll = true }: { readonly poll?: boolean } = {}): Leaderboard {
  const live = useLiveContext();
  const { data, isPending, isError, error, refetch } = useQuery({
    ...leaderboardQuery(live),
    refetchInterval: poll ? POLL_INTERVAL_MS : false,
  });
  const pushedCount = useLiveValue((client) => client.playerCount(), 0);
  return {
    rows: data?.rows ?? NO_ROWS,
    // Nobody leaves the game, so the larger count is the newer one.
    totalCount: Math.max(data?.totalCount ?? 0, pushedCount),
    revision: data,
    isPending,
    isError,
    error,
    refetch: () => void refetch(),
  };
}
