/** A forecast in words. Pure. */
import type { Presidency } from '../../../../common/rules/what-if.ts';
import { formatDollars } from '../../../../common/values/figures.ts';
import { namesText } from '../names-text.ts';
import type { Change, Forecast } from './forecast.ts';

/** `Adds $8,100, passes anna.eth and 7 more and makes you President.`: a move that is offered. */
export function broughtText({ gdp, rank, presidency }: Forecast): string {
  const does = [`adds ${formatDollars(gdp.after - gdp.before)}`];
  const passed = rank.after === null ? 0 : rank.before - rank.after;
  if (passed > 0) does.push(`passes ${namesText(rank.passes, passed, 1)}`);
  if (presidency === 'won') does.push('makes you President');
  const last = does.pop() ?? '';
  const text = does.length === 0 ? last : `${does.join(', ')} and ${last}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
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
