/** [SEA1, SEA2] The weeks' race: how far a player stands above their own best. */
import { weekAt } from '../values/week.ts';

/**
 * [SEA2] What the race needs of a player. It follows from the player's own commits and their moments; the few that
 * count for a later week than they say, since their own was closed, are judged by `server/leaderboard/season-race.ts`.
 */
export interface SeasonFigures {
  /** The week of the last commit. */
  readonly week: number;
  /** The highest GDP before that week began; of a player who joined in it, the GDP that joining gave. Dollars. */
  readonly base: number;
  /** The highest GDP so far. */
  readonly best: number;
}

/**
 * The figures after a commit.
 * @param before null: the commit is the one that joined.
 * @param gdp the GDP after it.
 */
export function seasonAfter(
  before: SeasonFigures | null,
  commit: { readonly at: number; readonly gdp: number },
): SeasonFigures {
  const { at, gdp } = commit;
  const ownWeek = weekAt(at);
  if (!before) return { week: ownWeek, base: gdp, best: gdp };
  // [SEA1] The clocks of two processes may differ: a player's commits never go back a week.
  const week = Math.max(before.week, ownWeek);
  const base = week > before.week ? before.best : before.base;
  return { week, base, best: Math.max(before.best, gdp) };
}
