/** How a day is written; apart from the other formats, which are in the first page's weight. */

/** `28 Nov 2026`; in the player's own time zone unless one is named. */
export function formatDay(at: Date, timeZone?: string): string {
  return at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
}
