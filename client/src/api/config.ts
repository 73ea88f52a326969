/** The server's configuration: chain, contracts, locks, and the game's clock. */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useStore } from '../lib/store.ts';
import { gameClock } from './game-clock.ts';
import { getByKey } from './get-by-key.ts';
import { rulesHash } from './rules-hash.ts';

const calls = () => import('../../../common/protocol/config.ts');
const getConfig = getByKey(async () => (await calls()).configCall);

export function configQuery() {
  return queryOptions({
    queryKey: ['/api/config'] as const,
    queryFn: async (context) => {
      const askedAt = performance.now();
      const config = await getConfig(context);
      gameClock.heard(config.now, performance.now() - askedAt);
      return config;
    },
  });
}

/**
 * Reads the configuration again when an answer has another hash than the one held, until the two agree. Ends with
 * the callback.
 */
export function followRules(queryClient: QueryClient): () => void {
  const { queryKey } = configQuery();
  return rulesHash.subscribe((hash) => {
    const held = queryClient.getQueryData(queryKey);
    if (!held || held.rulesHash === hash) return;
    if (queryClient.isFetching({ queryKey }) === 0) {
      void queryClient.invalidateQueries({ queryKey });
    }
  });
}

/**
 * The game's time in ms, as a stable function. The component rerenders if the server's clock jumps, as when a
 * developer skips a day.
 */
export function useGameNow(): () => number {
  useQuery(configQuery());
  useStore(gameClock.offsetMs, gameClock.offsetMs.get());
  return gameClock.now;
}
