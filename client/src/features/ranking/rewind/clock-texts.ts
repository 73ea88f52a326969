/** A moment to the second, in the reader's time zone. */

let formats: { readonly time: Intl.DateTimeFormat; readonly day: Intl.DateTimeFormat } | null =
  null;

/** `21:04:07` and `23 Nov 2026, GMT+1`. */
export function clockTexts(atMs: number): { readonly time: string; readonly day: string } {
  formats ??= {
    time: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23' }),
    day: new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZoneName: 'short',
    }),
  };
  return { time: formats.time.format(atMs), day: formats.day.format(atMs) };
}
