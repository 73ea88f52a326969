/** The nations' totals: GDP, players, president. */
import type { TotalsByNation } from './live-client.ts';
import { useLiveValue } from './live-context.ts';

const NONE_YET: TotalsByNation = {};

/** Each nation's last pushed total; nations without one yet are left out. */
export function useNationTotals(): TotalsByNation {
  return useLiveValue((client) => client.totals(), NONE_YET);
}
