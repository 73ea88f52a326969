/** A simulated week: how much happens in it. */
import type { RankingLimits } from '../record-writer.ts';

export const WEEK_MS = 7 * 24 * 60 * 60_000;
export const PLAYERS = 300;
/** About as many. */
export const COMMITS = 3000;
/** Fewer rows than players, so that some are unknown. */
export const LIMITS: RankingLimits = { rows: 150, candidates: 8, commits: 200 };
