/** Formats a day; separate from the other formats, which are in the first page's weight. */

/** `28 Nov 2026`; in the player's own time zone unless one is given. */
export function formatDay(at: Date, timeZone?: string): string {
  return at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
}
