/** A player's own week in a line. Pure. */
import { formatCount, formatDeltaDollars } from './figures.ts';

/**
 * `#17 of 5,123, +$4,100, passed 31` [SCR78]. Whom they passed overall is left out of the lower
 * half: `#39 of 39, passed 2` reads as a mistake.
 */
export function weekCardText(
  own: { readonly rank: number; readonly gained: number; readonly passed?: number | undefined },
  players: number,
): string {
  const place = `#${formatCount(own.rank)} of ${formatCount(players)}`;
  const isUpperHalf = 2 * own.rank <= players + 1;
  const passed = own.passed && isUpperHalf ? [`passed ${formatCount(own.passed)}`] : [];
  return [place, formatDeltaDollars(own.gained), ...passed].join(', ');
}
