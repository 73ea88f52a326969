/** Formats figures for every page. Pure; `en-US`, because every text of the game is English. */
import { formatCount, formatDenaAmount } from '../../../common/values/figures.ts';

/** `1,234.5`: at most two decimals, rounded as it is written, as Intl.NumberFormat does. */
function percent(value: number): string {
  const hundredths = value < 1e-6 ? 0 : Math.round(Number(`${value}e2`));
  const decimals = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return formatCount(Math.floor(hundredths / 100)) + (decimals === '' ? '' : `.${decimals}`);
}

/** `1 player`, `2,500 players`. */
export function formatPlayers(count: number): string {
  return count === 1 ? '1 player' : `${formatCount(count)} players`;
}

/** ` and 14 more`, in one line with what comes before. */
export function andMore(count: number): string {
  return ` and\u00A0${formatCount(count)}\u00A0more`;
}

const UNITS = ['', 'K', 'M', 'B', 'T'];

/**
 * `335M`, `1.41B`: a whole number too long to read digit by digit, as Intl.NumberFormat writes it.
 */
export function formatCompact(value: number | bigint): string {
  // Rounded first: 999,500 is 1M.
  const rounded = Number(Number(value).toPrecision(3));
  const thousands = Math.min(Math.floor((String(rounded).length - 1) / 3), UNITS.length - 1);
  return `${Number((rounded / 1000 ** thousands).toPrecision(3))}${UNITS[thousands] ?? ''}`;
}

/** `$19,050`, `$12.3M`: exact dollars below ten million, for narrow places. */
export function formatDollarsCompact(dollars: number): string {
  return `$${dollars < 10_000_000 ? formatCount(dollars) : formatCompact(dollars)}`;
}

/** `25K`: dollars in thousands, no decimals [CON8]. The caller adds the `$`. */
export function formatGdpK(dollars: number): string {
  return `${formatCount(dollars / 1000)}K`;
}

/**
 * `1.2M`: DENA in a narrow column. Below 10,000 the figure keeps its 4 decimals; the largest is
 * `>999T`.
 */
export function formatDenaCompact(dena: string): string {
  const [whole = '0'] = dena.split('.');
  if (whole.length < 5) return formatDenaAmount(dena);
  return whole.length > 15 ? '>999T' : formatCompact(BigInt(whole));
}

interface Change {
  readonly direction: 'rise' | 'fall' | 'none';
  /** `+5.56%`, `−2%`, `>+999,999%` or `No change`. */
  readonly text: string;
}

/**
 * From a few wei to thousands of DENA is a percentage of 25 digits: beyond this size only that is
 * said.
 */
const MAX_PERCENT = 999_999;

/** A percent change [SCR28]; null, if there is nothing to compare with, reads the same as 0. */
export function formatChange(value: number | null): Change {
  if (value === null || value === 0) return { direction: 'none', text: 'No change' };
  const size = Math.abs(value);
  const shown = `${percent(Math.min(size, MAX_PERCENT))}%`;
  const [less, more] = size > MAX_PERCENT ? ['<', '>'] : ['', ''];
  return value > 0
    ? { direction: 'rise', text: `${more}+${shown}` }
    : { direction: 'fall', text: `${less}−${shown}` };
}

/** Between two phrases: a line may break before it. */
export const DOT = ' ·\u00A0';

/** `+$8,100 GDP · rank #19 → #8`: a line that breaks between its parts only; see Phrases.tsx. */
export function phrases(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(' ', '\u00A0')).join(DOT);
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * `6d 23h`, `3h 05m`, `4m 09s`, `12s`: the time left, in its two largest units; 0 and below is
 * `0s`.
 */
export function formatCountdown(leftMs: number): string {
  // An active lock never reads 0: the remainder of the last second rounds up to one.
  const left = Math.max(0, Math.ceil(leftMs / SECOND_MS) * SECOND_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  const days = Math.floor(left / DAY_MS);
  const hours = Math.floor((left % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS);
  const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
  if (days > 0) return `${days}d ${two(hours)}h`;
  if (hours > 0) return `${hours}h ${two(minutes)}m`;
  if (minutes > 0) return `${minutes}m ${two(seconds)}s`;
  return `${seconds}s`;
}

/** `4 s`, `4 min`, `3 h`, `2 d`: how long ago, in its largest unit; a future moment is `0 s`. */
export function formatAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return `${Math.max(0, Math.floor(ageMs / SECOND_MS))} s`;
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`;
  return `${formatCount(Math.floor(ageMs / DAY_MS))} d`;
}

/**
 * How long the countdown's text stays unchanged: a second near the end, a minute days before it.
 */
export function countdownStepMs(leftMs: number): number {
  return leftMs > DAY_MS ? MINUTE_MS : SECOND_MS;
}

const MINUTE: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const ZONED_MINUTE: Intl.DateTimeFormatOptions = {
  ...MINUTE,
  year: 'numeric',
  timeZoneName: 'short',
};

/**
 * Made once, when first asked for: creating a format takes far longer than using it, and lists use
 * it often.
 */
let minuteFormat: Intl.DateTimeFormat | undefined;
let zonedMinuteFormat: Intl.DateTimeFormat | undefined;

/** `28 Nov 2026, 14:02 GMT+1`: a moment with its time zone, the player's own. */
export function formatMoment(at: Date): string {
  zonedMinuteFormat ??= new Intl.DateTimeFormat('en-GB', ZONED_MINUTE);
  const parts = zonedMinuteFormat.formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
}

/** `28 Nov, 14:02`: a recent moment, in the player's own time zone. */
export function formatDayTime(at: Date): string {
  minuteFormat ??= new Intl.DateTimeFormat('en-GB', MINUTE);
  return minuteFormat.format(at);
}

/** `28 Nov` */
export function formatDay(at: Date): string {
  return formatDayTime(at).replace(/,.*/, '');
}
