/**
 * [SEA1] Weeks of ISO 8601, Monday 00:00 UTC to the next, as whole numbers: 0 began on 1969-12-29.
 * On the wire, in addresses and in texts a week is its id, such as `2026-W48`.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
export const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday. */
const THURSDAY_MS = 3 * DAY_MS;

/** The week of a moment, ms since 1970. */
export function weekAt(at: number): number {
  return Math.floor((at + THURSDAY_MS) / WEEK_MS);
}

/** When a week begins, ms since 1970; it ends when the next one begins. */
export function weekBegins(week: number): number {
  return week * WEEK_MS - THURSDAY_MS;
}

/** Its year is that of its Thursday (ISO 8601). */
export function weekId(week: number): string {
  const thursday = week * WEEK_MS;
  const year = String(new Date(thursday).getUTCFullYear()).padStart(4, '0');
  const number = Math.floor((thursday - Date.parse(`${year}-01-01T00:00:00Z`)) / WEEK_MS) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}

/** `48`, of the year. */
export function weekNumber(week: number): number {
  return Number(weekId(week).slice(-2));
}

/** `Week 48 of 2026`. */
export function weekTitle(week: number): string {
  return `Week ${weekNumber(week)} of ${weekId(week).slice(0, 4)}`;
}

/** The week with an id; null if there is none, as for the 53rd week of most years. */
export function weekOf(id: string): number | null {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(id) ?? [];
  if (year === undefined || number === undefined) return null;
  // The 4th of January is always in the first week.
  const week = weekAt(Date.parse(`${year}-01-04T00:00:00Z`)) + Number(number) - 1;
  return weekId(week) === id ? week : null;
}
