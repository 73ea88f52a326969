/** What the server tells of itself: chain, contracts, locks, and the game's clock. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { gameClock } from './game-clock.ts';
import { getByKey } from './get-by-key.ts';

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
 * The game's time in ms, as a function that stays the same. The component renders again where the
 * server's clock turns out to be another one, as when a developer skips a day.
 */
export function useGameNow(): () => number {
  useQuery(configQuery());
  useSyncExternalStore(gameClock.subscribe, gameClock.offsetMs, gameClock.offsetMs);
  return gameClock.now;
}
