/** Searching for players: by the beginning of an address or of a name, and by a whole address. */
import { queryOptions } from '@tanstack/react-query';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { ApiError } from './api-error.ts';
import { newerAnswer } from './newer.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/leaderboard.ts');

/** The best-ranked rows whose address or name begins with `q`, best first; `q` must be findable. */
export function findQuery(q: string) {
  return queryOptions({
    queryKey: ['/api/leaderboard/find', q] as const,
    queryFn: async ({ queryKey: [, text], signal }) => {
      const { findCall } = await calls();
      return request(findCall, { query: { q: text }, signal });
    },
    refetchInterval: POLL_INTERVAL_MS,
    // Results from a while ago have moved since.
    staleTime: POLL_INTERVAL_MS,
    structuralSharing: newerAnswer,
  });
}

/** A wallet's row; null if it has no nation. */
export function rowQuery(walletAddress: string) {
  return queryOptions({
    queryKey: ['/api/leaderboard/around', walletAddress] as const,
    queryFn: async ({ queryKey: [, wallet], signal }): Promise<LeaderboardEntry | null> => {
      const { leaderboardAroundCall } = await calls();
      try {
        const rows = await request(leaderboardAroundCall, {
          params: { walletAddress: wallet },
          query: { span: '0' },
          signal,
        });
        return rows[0] ?? null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: POLL_INTERVAL_MS,
  });
}
