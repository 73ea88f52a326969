/** Which rank another GDP would have, and whom it would pass or fall behind. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/leaderboard.ts');

/** @param rank the wallet's own now: once it moves, the question is another one. */
export function previewQuery(walletAddress: string, gdp: number, rank: number) {
  return queryOptions({
    queryKey: ['/api/leaderboard/preview', walletAddress, { gdp, rank }] as const,
    queryFn: async ({ queryKey: [, wallet, asked], signal }) => {
      const { previewCall } = await calls();
      const query = { walletAddress: wallet, gdp: String(asked.gdp) };
      return { ...(await request(previewCall, { query, signal })), gdp: asked.gdp };
    },
    staleTime: POLL_INTERVAL_MS,
    // Others move as well.
    refetchInterval: POLL_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });
}
