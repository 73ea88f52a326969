/** The wire format of a past ranking's rows. */
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { byNation } from '../../common/values/nations.ts';
import { leaderboardEntry } from '../leaderboard/entry.ts';
import type { RankingThen } from './past.ts';

/** At most `limit` rows, best first. */
export function entriesThen(
  { rows, candidates }: Pick<RankingThen, 'rows' | 'candidates'>,
  limit: number,
): LeaderboardEntry[] {
  const presidencies = byNation((nationId) => {
    const [president] = candidates[nationId].first;
    return {
      presidentWallet: president?.wallet ?? null,
      presidentStakedCount: president?.culturalCount ?? 0,
    };
  });
  return rows
    .slice(0, limit)
    .map((row, place) => leaderboardEntry(row, place + 1, presidencies[row.nationId]));
}
