/** A player's own week in a line. Pure. */
import { formatCount, formatDeltaDollars } from './figures.ts';

/** `#17 of 5,123, +$4,100, passed 31 overall`. */
export function weekCardText(
  own: { readonly rank: number; readonly gained: number; readonly passed?: number | undefined },
  players: number,
): string {
  const place = `#${formatCount(own.rank)} of ${formatCount(players)}`;
  // In the ranking of all time [SEA5, SCR78].
  const passed = own.passed ? [`passed ${formatCount(own.passed)} overall`] : [];
  return [place, formatDeltaDollars(own.gained), ...passed].join(', ');
}
