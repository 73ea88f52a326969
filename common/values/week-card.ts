/** A player's own week in a line. Pure. */
import { formatCount, formatDeltaDollars } from './figures.ts';

/** Fewer are no news, and beside a first place they read as a mistake. */
const FEWEST_PASSED = 3;

/**
 * `#17 of 5,123, +$4,100, passed 31 overall` [SCR78]. Whom they passed is left out of the lower
 * half: `#39 of 39, passed 4` reads as a mistake.
 */
export function weekCardText(
  own: { readonly rank: number; readonly gained: number; readonly passed?: number | undefined },
  players: number,
): string {
  const place = `#${formatCount(own.rank)} of ${formatCount(players)}`;
  const isUpperHalf = 2 * own.rank <= players + 1;
  const { passed = 0 } = own;
  const overall =
    passed >= FEWEST_PASSED && isUpperHalf ? [`passed ${formatCount(passed)} overall`] : [];
  return [place, formatDeltaDollars(own.gained), ...overall].join(', ');
}
