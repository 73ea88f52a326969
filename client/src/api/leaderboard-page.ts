/** The ranking beyond the rows that are kept live: page by page, by offset, polled. */
import { queryOptions } from '@tanstack/react-query';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import { LEADERBOARD_KEY } from './leaderboard-key.ts';
import { newerAnswer } from './newer.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/leaderboard.ts');

/** Rows of one page: a few screens of them, so that scrolling asks for two pages at most. */
export const PAGE_ROWS = 100;

/** @param page 0 begins right below the live rows. */
export function leaderboardPageQuery(page: number) {
  return queryOptions({
    queryKey: [...LEADERBOARD_KEY, { offset: LIVE_ROWS + page * PAGE_ROWS }] as const,
    queryFn: async ({ queryKey: [, { offset }], signal }) => {
      const { leaderboardCall } = await calls();
      return request(leaderboardCall, {
        query: { limit: String(PAGE_ROWS), offset: String(offset) },
        signal,
      });
    },
    // Rows that say what they said are not drawn again with every poll.
    structuralSharing: newerAnswer,
  });
}
