/** Which rank a wallet would have with another GDP, and whom it would pass or fall behind. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/leaderboard.ts');

/** The wallet's row when the question was asked: with another one there is another answer. */
export interface AskedRow {
  readonly gdp: number;
  readonly rank: number;
}

/** @param gdp what it would reach, in dollars. */
export function previewQuery(walletAddress: Address, gdp: number, row: AskedRow) {
  return queryOptions({
    queryKey: ['/api/leaderboard/preview', walletAddress, gdp, row.gdp, row.rank] as const,
    queryFn: async ({ signal }) => {
      const { previewCall } = await calls();
      const answer = await request(previewCall, {
        query: { walletAddress, gdp: String(gdp) },
        signal,
      });
      return { ...answer, row };
    },
    // The others move on: an answer is shown while the next one is asked for.
    staleTime: 0,
    gcTime: POLL_INTERVAL_MS,
  });
}
