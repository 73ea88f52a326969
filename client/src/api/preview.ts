/** The rank that a wallet would have with another GDP, and whom it would pass or fall behind. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/leaderboard.ts');

/** The wallet's row at the time of the request: a different row has a different answer. */
export interface AskedRow {
  readonly gdp: number;
  readonly rank: number;
}

/** @param gdp the GDP to preview, in dollars. */
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
    // Other players move: the old answer is shown while the next one is fetched.
    staleTime: 0,
    gcTime: POLL_INTERVAL_MS,
  });
}
