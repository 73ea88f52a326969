/** A forecast in words. Pure. */
import type { Presidency } from '../../../../common/rules/what-if.ts';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';
import { phrases } from '../../ui/format.ts';
import { namesText } from '../names-text.ts';
import type { Change, Forecast } from './forecast.ts';

/** `+$8,100 GDP · rank #19 → #8`: one line, for offers. Unknown parts are left out. */
export function forecastText({ gdp, rank, presidency }: Forecast): string {
  const parts = [gdpText(gdp)];
  if (rank.after !== null) parts.push(`rank ${rankText(rank.before, rank.after)}`);
  if (presidency === 'won') parts.push('you become President');
  if (presidency === 'lost') parts.push('you lose the presidency');
  return phrases(parts);
}

/** `#19 → #8`, `stays #8` */
export const rankText = (before: number, after: number): string =>
  before === after
    ? `stays #${formatCount(before)}`
    : `#${formatCount(before)} → #${formatCount(after)}`;

function gdpText({ before, after }: Change<number>): string {
  return before === after
    ? `GDP stays ${formatDollars(before)}`
    : `${formatDeltaDollars(after - before)} GDP`;
}

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

/** The presidency of the player's nation, before and after a move; a single text if it does not change. */
export const PRESIDENCY_WORDS: Readonly<Record<Presidency, Change<string> | string>> = {
  won: { before: 'Not yours', after: 'Won' },
  lost: { before: 'Yours', after: 'Lost' },
  kept: 'Stays yours',
  none: 'Not yours',
};
