/** [PCT1] The rank of a day ago, out of what the percentage says of it. Pure. */
import { rankPercentChange } from '../../../../common/rules/percent-change.ts';

/** The percentage is told to two decimals, cut off. */
const CUT = 0.01;

/**
 * Null where nothing is said, or where several ranks would give the same percentage: after a climb of most of
 * the ranking.
 * @param percent from 4 to 2 is +50. @param rank the one that it was told with.
 */
export function rankDayAgo(percent: number | null, rank: number): number | null {
  if (percent === null) return null;
  const rankAt = (told: number): number => rank / (1 - Math.min(told, 100 - CUT / 2) / 100);
  const fitting: number[] = [];
  for (
    let before = Math.floor(rankAt(percent - CUT));
    before <= rankAt(percent + CUT) + 1;
    before += 1
  ) {
    if (before > 0 && rankPercentChange(rank, before) === percent) fitting.push(before);
    if (fitting.length > 1) return null;
  }
  return fitting[0] ?? null;
}
