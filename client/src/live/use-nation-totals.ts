/** The nations as wholes: GDP, players, president. */
import type { TotalsByNation } from './live-client.ts';
import { useLiveValue } from './live-context.ts';

const NONE_YET: TotalsByNation = {};

/** Each nation's total as last pushed; a nation not heard of yet is left out. */
export function useNationTotals(): TotalsByNation {
  return useLiveValue((client) => client.totals(), NONE_YET);
}
