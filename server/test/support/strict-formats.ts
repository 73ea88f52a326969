/** Parsers as strict as their specifications, for what the server writes: whatever they would have to guess is an error. */

/** RFC 4180: lines end with CRLF, a field with a quote, a comma or a line's end is quoted, all lines are as long as the first. */
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

/** RFC 5545: the components' properties by their names, in the order of the components' ends. */
export function parseCalendar(text: string) {
  if (!text.endsWith('\r\n') || /(?<!\r)\n|\r(?!\n)/.test(text))
    throw new Error('not all are CRLF');
  const lines = text.slice(0, -2).split('\r\n');
  const long = lines.find((line) => Buffer.byteLength(line) > 75);
  if (long !== undefined) throw new Error(`longer than 75 octets: ${long}`);
  const open: { readonly name: string; readonly properties: Map<string, string> }[] = [];
  const closed: (typeof open)[number][] = [];
  for (const line of lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[A-Z]+=[^:;"]+)*:(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`no property: ${line}`);
    if (name === 'BEGIN') open.push({ name: value, properties: new Map() });
    else if (name === 'END') {
      const component = open.pop();
      if (component?.name !== value) throw new Error(`END:${value} ends nothing`);
      closed.push(component);
    } else {
      const properties = open.at(-1)?.properties;
      if (!properties || properties.has(name)) throw new Error(`${name} twice, or nowhere`);
      properties.set(name, unescaped(value));
    }
  }
  if (open.length > 0) throw new Error('not ended');
  return closed;
}

function unescaped(value: string): string {
  if (!/^(?:[^\\\p{Cc}]|\\[\\;,n])*$/u.test(value)) throw new Error(`not a text: ${value}`);
  return value.replaceAll(/\\(.)/g, (_, what: string) => (what === 'n' ? '\n' : what));
}
