/** A player's GDP over time, from their page. Pure. */
import type { PlayerPageView } from '../../../common/protocol/players.ts';
import { instantOf } from '../../../common/values/instant.ts';
import type { HistoryPoint } from '../ui/step-path.ts';

/**
 * One point per change, oldest first, plus one for the present; empty if the GDP never changed. The present
 * value may be newer than the history, and the page's clock may be behind it.
 */
export function gdpHistory(
  history: readonly Pick<PlayerPageView['history'][number], 'at' | 'gdp'>[],
  gdpNow: number,
  nowMs: number,
): readonly HistoryPoint[] {
  if (history.every(({ gdp }) => gdp === gdpNow)) return [];
  const points = history.map(({ at, gdp }) => ({ atMs: instantOf(at), value: gdp }));
  return [...points, { atMs: Math.max(nowMs, points.at(-1)?.atMs ?? nowMs), value: gdpNow }];
}
