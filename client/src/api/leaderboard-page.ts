/** The ranking beyond the live rows, of all nations or of one: by offset, polled. */
import { queryOptions } from '@tanstack/react-query';
import type { NationId } from '../../../common/values/nations.ts';
import { LEADERBOARD_KEY } from './leaderboard-key.ts';
import { newerAnswer } from './newer.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/leaderboard.ts');

/** Rows per page: a few screens, so that scrolling needs two pages at most. */
export const PAGE_ROWS = 100;

/** @param offset how many rows, of the nation if one is given, come before the page. */
export function leaderboardPageQuery(offset: number, nationId: NationId | null) {
  return queryOptions({
    queryKey: [...LEADERBOARD_KEY, { offset, nationId }] as const,
    queryFn: async ({ queryKey: [, page], signal }) => {
      const { leaderboardCall } = await calls();
      return request(leaderboardCall, {
        query: {
          limit: String(PAGE_ROWS),
          offset: String(page.offset),
          ...(page.nationId ? { nationId: page.nationId } : {}),
        },
        signal,
      });
    },
    // Unchanged rows are not rendered again with every poll.
    structuralSharing: newerAnswer,
  });
}
