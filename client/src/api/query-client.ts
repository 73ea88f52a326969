/** The client's cache of what the server answered, with SPEC.md §7's defaults. */
import { QueryClient } from '@tanstack/react-query';

/** SPEC.md §9. */
const GC_TIME_MS = 5 * 60 * 1000;

/** How often what has no push, or what a push may not reach, is asked for again (SPEC.md §9). */
export const POLL_INTERVAL_MS = 10_000;

/**
 * Data never goes stale by age: pushes, mutations and named polls refresh it. Nothing is retried.
 * A game on the loopback plays without a network, so `navigator.onLine` holds nothing back.
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
