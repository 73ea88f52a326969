/** A forecast in words. Pure. */
import type { Presidency } from '../../../../common/rules/what-if.ts';
import { namesText } from '../names-text.ts';
import type { Change, Forecast } from './forecast.ts';

/**
 * `Passes anna.eth, 0x1234…5678 and 14 more`; empty while the rank is unknown, or if it stays.
 */
export function passedText({ rank }: Pick<Forecast, 'rank'>): string {
  const { before, after, passes, passedBy } = rank;
  if (after === null || after === before) return '';
  const count = Math.abs(before - after);
  return after < before
    ? `Passes ${namesText(passes, count)}`
    : `${namesText(passedBy, count)} would pass you`;
}

/**
 * The presidency of the player's nation, before and after a move; a single text if it does not
 * change.
 */
export const PRESIDENCY_WORDS: Readonly<Record<Presidency, Change<string> | string>> = {
  won: { before: 'Not yours', after: 'Won' },
  lost: { before: 'Yours', after: 'Lost' },
  kept: 'Stays yours',
  none: 'Not yours',
};
