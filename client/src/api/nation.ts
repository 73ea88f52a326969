/** One nation: its standing, its president, and its best players. */
import { queryOptions } from '@tanstack/react-query';
import type { NationId } from '../../../common/values/nations.ts';
import { getByKey } from './get-by-key.ts';
import { newerAnswer } from './newer.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { request } from './request.ts';

const nationCalls = () => import('../../../common/protocol/nations.ts');
const leaderboardCalls = () => import('../../../common/protocol/leaderboard.ts');

export function nationQuery(nationId: NationId) {
  return queryOptions({
    queryKey: ['/api/nations', nationId] as const,
    queryFn: getByKey(async () => (await nationCalls()).nationCall),
    structuralSharing: newerAnswer,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** The nation's first rows; their ranks are those among all players. */
export function nationRowsQuery(nationId: NationId, limit: number) {
  return queryOptions({
    queryKey: ['/api/leaderboard', { nationId, limit }] as const,
    queryFn: async ({ signal }) => {
      const { leaderboardCall } = await leaderboardCalls();
      return request(leaderboardCall, { query: { nationId, limit: String(limit) }, signal });
    },
    structuralSharing: newerAnswer,
    refetchInterval: POLL_INTERVAL_MS,
  });
}
