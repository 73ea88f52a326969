/** The server's configuration: chain, contracts, locks, and the game's clock. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { REHEARSAL_WORDS } from '../../../common/values/product.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { useStore } from '../lib/store.ts';
import { gameClock } from './game-clock.ts';
import { getByKey } from './get-by-key.ts';

const getConfig = getByKey(
  async () => (await import('../../../common/protocol/config.ts')).configCall,
);

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

/** Of the rules that the page's HTML was rendered by, if they are not the specification's. */
export const PAGE_RULES_KEY = ['page-rules'] as const;

/** The rules in force, by which pages show their figures; the HTML's until they arrive. */
export function useRules(): Rules {
  const rendered = useQueryClient().getQueryData<Rules>(PAGE_RULES_KEY);
  return useQuery(configQuery()).data?.rules ?? rendered ?? SPECIFIED_RULES;
}

/**
 * The game's time in ms, as a stable function. The component rerenders if the server's clock jumps,
 * as when a developer skips a day.
 */
export function useGameNow(): () => number {
  useQuery(configQuery());
  useStore(gameClock.offsetMs, gameClock.offsetMs.get());
  return gameClock.now;
}

/** What every page says for good where the game is played for trial [SCR68]; otherwise null. */
export function useRehearsal(): string | null {
  return useQuery(configQuery()).data?.isRehearsal ? REHEARSAL_WORDS : null;
}
