/** Calendars (RFC 5545) of moments. */
import { instantText } from '../../../common/values/instant.ts';
import { PRODUCT_NAME } from '../../../common/values/product.ts';

interface CalendarEvent {
  /** The same for good, and never that of another event, of whatever calendar. */
  readonly uid: string;
  readonly at: number;
  /** When it was decided. */
  readonly madeAt: number;
  readonly summary: string;
  readonly description: string;
  readonly page: string;
}

export const CALENDAR = 'text/calendar; charset=utf-8';

/** How often programs may ask again. */
const REFRESH = 'PT4H';
/** Octets of a line without its end. */
const LINE = 75;

/** @param events each as `calendarEvent` writes it; one at least (§3.6). */
export function calendar(name: string, events: readonly string[]): string {
  const head = textOfLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//Unlocks//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]);
  return `${head}${events.join('')}END:VCALENDAR\r\n`;
}

export function calendarEvent(event: CalendarEvent): string {
  const { uid, at, madeAt, summary, description, page } = event;
  return textOfLines([
    'BEGIN:VEVENT',
    `UID:${textOf(uid)}`,
    `DTSTAMP:${momentOf(madeAt)}`,
    `DTSTART:${momentOf(at)}`,
    `SUMMARY:${textOf(summary)}`,
    `DESCRIPTION:${textOf(description)}`,
    `URL:${page}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
}

function textOfLines(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20261128T140205Z` */
function momentOf(at: number): string {
  return `${instantText(at).slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** [§3.3.11] */
function textOf(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, String.raw`\$&`)
      .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
      // oxlint-disable-next-line no-control-regex -- no text may have any
      .replaceAll(/[\u0000-\u001f\u007f]/g, '')
  );
}

/** [§3.1] In lines of 75 octets at most, each but the first behind a space. No character is cut. */
function folded(line: string): string {
  const octets = Buffer.from(line);
  if (octets.length <= LINE) return line;
  const lines: string[] = [];
  for (let from = 0, to = LINE; from < octets.length; to = from + LINE - 1) {
    while (((octets[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    lines.push(octets.toString('utf8', from, to));
    from = to;
  }
  return lines.join('\r\n ');
}
