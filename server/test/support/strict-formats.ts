/**
 * Parsers as strict as their specifications, for what the server writes: whatever they would have
 * to guess is an error.
 */

/**
 * RFC 4180: lines end with CRLF, a field with a quote, a comma or a line's end is quoted, all lines
 * are as long as the first.
 */
export function parseCsv(text: string): string[][] {
  const field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  const lines: string[][] = [[]];
  for (let at = 0; at < text.length;) {
    field.lastIndex = at;
    const [whole = '', quoted, plain = ''] = field.exec(text) ?? [];
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    if (text.startsWith(',', at)) at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      if (at < text.length) lines.push([]);
    } else throw new Error(`a field ends in ${JSON.stringify(text.slice(at, at + 20))}`);
  }
  if (new Set(lines.map((line) => line.length)).size !== 1)
    throw new Error('lines of many lengths');
  return lines;
}

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

/** Well-formed XML 1.0 without comments, sections and instructions. */
export function parseXml(text: string): XmlElement {
  // oxlint-disable-next-line no-control-regex -- XML has no way to write them
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    throw new Error('controls');
  const start = '<?xml version="1.0" encoding="utf-8"?>\n';
  if (!text.startsWith(start)) throw new Error('no declaration');
  const token = /<(\/?)([a-z]+)((?: [a-z:]+="[^"<]*")*)(\/?)>|([^<]+)/y;
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (let at = start.length; at < text.length;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) throw new Error(`no markup: ${JSON.stringify(text.slice(at, at + 40))}`);
    const [whole, end, name = '', attributes = '', isEmpty, content] = match;
    at += whole.length;
    const inside = open.at(-1);
    if (!inside) throw new Error('nothing is open');
    if (content !== undefined) {
      if (content.includes(']]>')) throw new Error(']]> in a text');
      inside.text += decoded(content);
    } else if (end) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      const pairs = [...attributes.matchAll(/ ([a-z:]+)="([^"]*)"/g)].map(
        ([, key = '', value = '']) => [key, decoded(value)] as const,
      );
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      inside.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || !only || others.length > 0) throw new Error('not one element');
  return only;
}

function decoded(text: string): string {
  return text.replaceAll(/&([^;&]*);?/g, (whole, name: string) => {
    const character = XML_ENTITIES[name];
    if (character === undefined || !whole.endsWith(';')) throw new Error(`${whole} is no entity`);
    return character;
  });
}

const TEXT = /^(?:[^\\;,\p{Cc}]|\\[\\;,n])*$/u;
const UTC = /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ$/;
const DURATION = /^PT\d+[HMS]$/;

/** What the server writes of RFC 5545 and 7986: each property once at most, one with a `+` once. */
const CALENDAR_PROPERTIES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  VCALENDAR: {
    '+VERSION': /^2\.0$/,
    '+PRODID': TEXT,
    CALSCALE: /^GREGORIAN$/,
    NAME: TEXT,
    'X-WR-CALNAME': TEXT,
    'REFRESH-INTERVAL;VALUE=DURATION': DURATION,
    'X-PUBLISHED-TTL': DURATION,
  },
  VEVENT: {
    '+UID': TEXT,
    '+DTSTAMP': UTC,
    '+DTSTART': UTC,
    SUMMARY: TEXT,
    DESCRIPTION: TEXT,
    URL: /^https?:\/\/[^\s\\]+$/,
    TRANSP: /^(?:OPAQUE|TRANSPARENT)$/,
  },
};

/** RFC 5545: the properties of the calendar and of its events, one at least (§3.6). */
export function parseCalendar(text: string) {
  if (!text.endsWith('\r\n') || /(?<!\r)\n|\r(?!\n)/.test(text))
    throw new Error('not all are CRLF');
  const long = text.split('\r\n').find((line) => Buffer.byteLength(line) > 75);
  if (long !== undefined) throw new Error(`longer than 75 octets: ${long}`);
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  const [begin, ...inside] = lines;
  if (begin !== 'BEGIN:VCALENDAR' || inside.pop() !== 'END:VCALENDAR') throw new Error('not one');
  const from = inside.indexOf('BEGIN:VEVENT');
  if (from === -1) throw new Error('a calendar without a component');
  const events: string[][] = [];
  let open: string[] | null = null;
  for (const line of inside.slice(from)) {
    if (line === 'BEGIN:VEVENT' && !open) events.push((open = []));
    else if (line === 'END:VEVENT' && open) open = null;
    else if (open) open.push(line);
    else throw new Error(`outside of the events: ${line}`);
  }
  if (open) throw new Error('an event without an end');
  const calendar = propertiesOf('VCALENDAR', inside.slice(0, from));
  const parsed = events.map((event) => propertiesOf('VEVENT', event));
  if (new Set(parsed.map((event) => event.get('UID'))).size !== parsed.length)
    throw new Error('two events with one UID');
  return { calendar, events: parsed };
}

function propertiesOf(component: string, lines: readonly string[]): Map<string, string> {
  const known = new Map(Object.entries(CALENDAR_PROPERTIES[component] ?? {}));
  const properties = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1)];
    const form = known.get(name) ?? known.get(`+${name}`);
    if (!form?.test(value)) throw new Error(`not of ${component}: ${line}`);
    if (properties.has(name)) throw new Error(`${name} twice`);
    properties.set(name, form === TEXT ? unescaped(value) : value);
  }
  const missing = [...known.keys()].filter(
    (name) => name.startsWith('+') && !properties.has(name.slice(1)),
  );
  if (missing.length > 0) throw new Error(`${component} without ${missing.join()}`);
  return properties;
}

function unescaped(value: string): string {
  return value.replaceAll(/\\(.)/g, (_, what: string) => (what === 'n' ? '\n' : what));
}
