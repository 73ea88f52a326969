/** Who was ahead in more weeks. Pure. */
import type { SeasonPlace } from '../../../../common/protocol/seasons.ts';

/** [SEA3] Of the final weeks in which both have a place, how many each was ahead in; null: there is no such week. */
export function scoreBetween(
  own: readonly SeasonPlace[],
  theirs: readonly SeasonPlace[],
): { readonly own: number; readonly theirs: number } | null {
  const ranks = new Map(theirs.map(({ id, rank }) => [id, rank]));
  const common = own.flatMap(({ id, rank }) => {
    const their = ranks.get(id);
    return their === undefined ? [] : [rank < their];
  });
  if (common.length === 0) return null;
  const won = common.filter(Boolean).length;
  return { own: won, theirs: common.length - won };
}
