/** The ranking beyond the rows that are kept live, of all nations or of one: by offset, polled. */
import { queryOptions } from '@tanstack/react-query';
import type { NationId } from '../../../common/values/nations.ts';
import { LEADERBOARD_KEY } from './leaderboard-key.ts';
import { newerAnswer } from './newer.ts';
import { request } from './request.ts';

const calls = () => import('../../../common/protocol/leaderboard.ts');

/** Rows of one page: a few screens of them, so that scrolling asks for two pages at most. */
export const PAGE_ROWS = 100;

/** @param offset how many rows, of the nation where one is named, come before the page. */
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
    // Rows that say what they said are not drawn again with every poll.
    structuralSharing: newerAnswer,
  });
}
