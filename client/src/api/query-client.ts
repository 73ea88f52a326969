/** The client's cache of server answers, with [CAL11] defaults. */
import { QueryClient } from '@tanstack/react-query';

/** [CON11]. */
const GC_TIME_MS = 5 * 60 * 1000;

/** The poll interval for data without pushes, or whose pushes may not arrive [CON7]. */
export const POLL_INTERVAL_MS = 10_000;

/**
 * Of the ranking's queries; here for the first page, which fetches no more of them than the live
 * list.
 */
export const LEADERBOARD_KEY = ['/api/leaderboard'] as const;

/**
 * Data never becomes stale by age: pushes, mutations and named polls refresh it. Nothing is
 * retried. A game on the loopback plays without a network, so `navigator.onLine` pauses no request.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: GC_TIME_MS,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
