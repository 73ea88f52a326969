/** A player's GDP over time, from the game's events. Pure. */
import type { EventView } from '../../../../common/protocol/events.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';

type GdpEvent = Pick<EventView, 'at' | 'gdpBefore' | 'gdpAfter'>;

/**
 * One point per change, oldest first, plus one for the present; empty if the GDP never changed.
 * The present value may be newer than the events, and the page's clock may be behind them.
 * @param events of one player, newest first.
 */
export function gdpHistory(
  events: readonly GdpEvent[],
  gdpNow: number,
  nowMs: number,
): readonly HistoryPoint[] {
  const points: HistoryPoint[] = [];
  for (const { at, gdpBefore, gdpAfter } of events.toReversed()) {
    const atMs = Date.parse(at);
    // Before the player chose a nation there was no GDP.
    if (points.length === 0 && gdpBefore > 0) points.push({ atMs, value: gdpBefore });
    if (points.at(-1)?.value !== gdpAfter) points.push({ atMs, value: gdpAfter });
  }
  if (points.length === 0) return [];
  points.push({ atMs: Math.max(nowMs, points.at(-1)?.atMs ?? nowMs), value: gdpNow });
  return points.some(({ value }) => value !== gdpNow) ? points : [];
}
