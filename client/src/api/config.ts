/** What the server tells of itself: chain, contracts, locks, and the game's clock. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { LOCK_MS } from '../../../common/rules/lock.ts';
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
 * [LCK1] How long a stake that is made now stays locked, in ms: the server's own figure, since that is
 * the lock it will have; until the server has told it, the one that this page was built with.
 */
export function useLockMs(): number {
  return useQuery(configQuery()).data?.lockMs ?? LOCK_MS;
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
