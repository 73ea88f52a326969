/** The nations as wholes: GDP, players, president. */
import { useSyncExternalStore } from 'react';
import type { TotalsByNation } from './live-client.ts';
import { useLiveContext } from './live-context.ts';

/** Each nation's total as last pushed; a nation not heard of yet is left out. */
export function useNationTotals(): TotalsByNation {
  const { client } = useLiveContext();
  return useSyncExternalStore(client.subscribe, client.totals);
}
