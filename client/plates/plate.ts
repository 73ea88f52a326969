/** What all plates have in common: size, type, frame, and the colours of paper and ink. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { el, words, type Point } from './svg.ts';

/** A plate is a square of this side. */
export const SIDE = 1000;

export const PAPER = { ground: '#f4ecdb', shade: '#e4d7b8', ink: '#14223a', brass: '#7d580c' };
export const INK = { ground: '#0d1a2c', shade: '#07101d', paper: '#f3ebda', brass: '#e0b45c' };

const FAMILY = "'Denaria Plate', Georgia, 'Times New Roman', serif";

let fontFace: string | null = null;

/** A picture cannot load fonts, so the plate carries its own. */
function embeddedFont(): string {
  if (fontFace === null) {
    const file = createRequire(import.meta.url).resolve(
      '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
    );
    const data = readFileSync(file).toString('base64');
    fontFace = `@font-face{font-family:'Denaria Plate';font-weight:100 900;src:url(data:font/woff2;base64,${data}) format('woff2')}`;
  }
  return fontFace;
}

/** The whole document of a plate. */
export function plateDocument(title: string, ...content: readonly string[]): string {
  return el(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${SIDE} ${SIDE}`,
      width: SIDE,
      height: SIDE,
      'font-family': FAMILY,
      'text-rendering': 'geometricPrecision',
    },
    titleElement(title),
    el('style', {}, embeddedFont()),
    ...content,
  );
}

function titleElement(title: string): string {
  return el('title', {}, title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
}

export interface Lettering {
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  /** In ems. */
  readonly tracking?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly opacity?: number;
}

export function lettering([x, y]: Point, content: string, style: Lettering): string {
  const { size, fill, weight = 400, tracking = 0, anchor = 'middle', opacity = 1 } = style;
  return words(
    {
      // Tracking also follows the last letter: half of it back, and the line is centred again.
      x: anchor === 'middle' ? x + (tracking * size) / 2 : x,
      y,
      'font-size': size,
      'font-weight': weight,
      'letter-spacing': tracking * size,
      'text-anchor': anchor,
      fill,
      ...(opacity === 1 ? {} : { opacity }),
    },
    content,
  );
}

/** Two rules around the plate, with a small lozenge at each corner of the inner one. */
export function frame(stroke: string): string {
  const outer = 22;
  const inner = 36;
  const corners: readonly Point[] = [
    [inner, inner],
    [SIDE - inner, inner],
    [inner, SIDE - inner],
    [SIDE - inner, SIDE - inner],
  ];
  const rule = (inset: number, width: number) =>
    el('rect', {
      x: inset,
      y: inset,
      width: SIDE - 2 * inset,
      height: SIDE - 2 * inset,
      'stroke-width': width,
    });
  return el(
    'g',
    { fill: 'none', stroke },
    rule(outer, 3),
    rule(inner, 1),
    ...corners.map(([x, y]) =>
      el('rect', {
        x: x - 5,
        y: y - 5,
        width: 10,
        height: 10,
        fill: stroke,
        transform: `rotate(45 ${x} ${y})`,
      }),
    ),
  );
}

const ROMAN = ['I', 'II', 'III', 'IV'];

/** Plates are numbered as atlases number them. */
export function plateNumber(tokenId: number): string {
  return `Plate ${ROMAN[tokenId - 1] ?? tokenId}`;
}
