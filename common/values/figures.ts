/**
 * Figures in texts that pages and the server write alike. Pure; grouped as in `en-US`, because
 * every text is English.
 */

/**
 * `1,234`: a whole number, with Intl.NumberFormat's rounding and grouping, whose first use costs a
 * phone 70 ms.
 */
export function formatCount(value: number | bigint): string {
  const digits = typeof value === 'bigint' ? value.toString() : value.toFixed(0);
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNITS_MS = [
  ['day', 24 * HOUR_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** `7 days`, `36 hours`, `90 minutes`. */
export function durationText(ms: number): string {
  const [unit, length] = UNITS_MS.find(([, each]) => ms % each === 0) ?? UNITS_MS[0];
  const count = Number((ms / length).toFixed(2));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** `$19,050`: exact dollars. */
export function formatDollars(dollars: number | bigint): string {
  return `$${formatCount(dollars)}`;
}

/** `+$1,000`, `−$500`: dollars gained or lost. */
export function formatDeltaDollars(value: number): string {
  return `${value < 0 ? '−' : '+'}${formatDollars(Math.abs(value))}`;
}

/**
 * `1,250.5`: a decimal string of whole DENA with at most 4 decimals [CON8]. Truncated, not rounded,
 * so that a balance is never shown larger than it is; a smaller positive amount shows as `<0.0001`.
 */
export function formatDenaAmount(dena: string): string {
  const [whole = '0', fraction = ''] = dena.split('.');
  const shown = fraction.slice(0, 4).replace(/0+$/, '');
  const integer = formatCount(BigInt(whole));
  if (shown) return `${integer}.${shown}`;
  return whole === '0' && /[1-9]/.test(fraction) ? '<0.0001' : integer;
}
