/** CSV (RFC 4180) that a spreadsheet reads as text and figures, and never as a formula. */

type Value = string | number | null;

/**
 * What a spreadsheet takes for the beginning of a formula, in full width too; the apostrophe before
 * it says that it is text.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A line with its end. Null is an empty field; only texts are quoted or defused. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(value: Value): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
