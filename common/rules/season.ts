/** [SEA1, SEA2] The weeks' race: how far a player stands above their own best. */
import type { SeasonFigures } from '../values/player.ts';
import { weekAt } from '../values/week.ts';

/**
 * The figures after a commit.
 * @param before null: the commit is the one that joined.
 * @param commit its moment, ms since 1970, and the GDP after it, in dollars.
 */
export function seasonAfter(
  before: SeasonFigures | null,
  commit: { readonly at: number; readonly gdp: number },
): SeasonFigures {
  const { at, gdp } = commit;
  const ownWeek = weekAt(at);
  if (!before) return { week: ownWeek, base: gdp, best: gdp };
  // [SEA1] Only release 1.0 dated a commit before the week of its player's last one.
  const week = Math.max(before.week, ownWeek);
  const base = week > before.week ? before.best : before.base;
  return { week, base, best: Math.max(before.best, gdp) };
}
