/** A million players for the rank index. */
import type { RankKey } from '../common/rules/ranking.ts';
import { walletOf } from '../common/testing/fixtures.ts';

export const PLAYERS = 1_000_000;

/** @param gdps the number of different GDPs: the fewer, the more ties. */
export function rowsOf(gdps: number): RankKey[] {
  return Array.from({ length: PLAYERS }, (_, n) => ({
    gdp: 15_000 + ((n * 7919) % gdps),
    gdpOrder: 1_767_225_600_000 + ((n * 104_729) % 2_592_000_000),
    wallet: walletOf(n + 1),
  }));
}
