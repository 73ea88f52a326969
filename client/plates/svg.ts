/** Writing SVG: numbers short, attributes escaped, points joined to paths. */

export type Point = readonly [x: number, y: number];

/** At most two decimals: finer than any screen. */
export function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

type Attributes = Readonly<Record<string, string | number>>;

/** An element; `children` are SVG already. */
export function el(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escape(value)}"`)
    .join('');
  return children.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${children.join('')}</${name}>`;
}

/** A text element; its words are escaped. */
export function words(attributes: Attributes, content: string): string {
  return el('text', attributes, escape(content));
}

/** A tenth of a unit: a line has thousands of points, and a plate is at most some 2,000 pixels wide. */
function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Straight lines through the points. */
export function polyline(points: readonly Point[], closed = false): string {
  const joined = points.map(([x, y]) => `${tenths(x)} ${tenths(y)}`).join('L');
  return `M${joined}${closed ? 'z' : ''}`;
}

/** Numbers from `from` to `to`, both included, in `count` equal steps. */
export function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
}

/** Where between `from` and `to` a share of the way lies. */
export function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
