/** The bandoneon, drawn open: the folds of its bellows fanned between two square ends. */
import { INK } from '../plate.ts';
import { between, el, polyline, round, steps, type Point } from '../svg.ts';
import { burin, form } from './engraving.ts';

/** The bellows bend around a point below the plate. */
const PIVOT: Point = [500, 908];
const INNER = 398;
const OUTER = 644;
const HALF_ANGLE = 0.5;
const FOLDS = 26;

function polar(radius: number, angle: number): Point {
  return [PIVOT[0] + radius * Math.sin(angle), PIVOT[1] - radius * Math.cos(angle)];
}

export function bandoneon(): string {
  const angle = (2 * HALF_ANGLE) / FOLDS;
  const folds = steps(-HALF_ANGLE, HALF_ANGLE - angle, FOLDS - 1)
    .map((from) => fold(from, from + angle))
    .join('');
  return box(-1) + box(1) + folds;
}

/** Two faces of card: the one turned to the light is hatched, its corners bound in metal. */
function fold(from: number, to: number): string {
  const ridge = between(from, to, 0.5);
  const light = 0.5 - 0.42 * Math.sin(ridge + 0.3);
  const valley = 9;
  const lit = polyline(
    [
      polar(INNER + valley, from),
      polar(INNER, ridge),
      polar(OUTER, ridge),
      polar(OUTER - valley, from),
    ],
    true,
  );
  const dark = polyline(
    [
      polar(INNER, ridge),
      polar(INNER + valley, to),
      polar(OUTER - valley, to),
      polar(OUTER, ridge),
    ],
    true,
  );
  const hatching = [0.25, 0.5, 0.75]
    .map((share) => {
      const angle = between(from, ridge, share);
      const inset = valley * (1 - share);
      return burin(
        polyline([polar(INNER + inset + 12, angle), polar(OUTER - inset - 12, angle)]),
        light * 0.8,
        0.9,
      );
    })
    .join('');
  const binding = (radius: number, depth: number) =>
    el('path', {
      d: polyline(
        [
          polar(radius + (depth > 0 ? valley : -valley), from),
          polar(radius, ridge),
          polar(radius + depth, ridge),
          polar(radius + depth + (depth > 0 ? valley : -valley), from),
        ],
        true,
      ),
      fill: INK.brass,
      opacity: 0.45 + 0.5 * light,
    });
  return (
    form(lit, 1.1) +
    form(dark, 1.1, INK.shade) +
    hatching +
    binding(OUTER, -16) +
    binding(INNER, 16)
  );
}

/** One end: the case, its fretwork, the buttons a hand finds without looking. */
function box(side: -1 | 1): string {
  const [left, right, top, bottom] = [0, 118, -OUTER - 8, -INNER + 8];
  const wide = right - left;
  const tall = bottom - top;
  const rules = steps(top + 6, bottom - 6, 30)
    .map((y) => burin(`M${left + 5} ${round(y)}H${right - 5}`, side < 0 ? 0.42 : 0.2, 0.8))
    .join('');
  const panel = el('rect', {
    x: left + 15,
    y: top + 16,
    width: wide - 30,
    height: tall - 32,
    rx: 10,
    fill: INK.shade,
    stroke: INK.brass,
    'stroke-width': 1.8,
  });
  const content =
    form(`M${left} ${top}H${right - 12}q12 0 12 12V${bottom - 12}q0 12 -12 12H${left}z`, 2.4) +
    rules +
    panel +
    fretwork([left + wide / 2, top + 74]) +
    buttons([left + wide / 2, top + 168]);
  // Drawn upright beside the pivot, then turned to where the bellows end; the left is its mirror image.
  const degrees = round((HALF_ANGLE * 180) / Math.PI);
  const place = `translate(${PIVOT[0]} ${PIVOT[1]}) scale(${side} 1) rotate(${degrees})`;
  return el('g', { transform: place }, content, strap(right, top, bottom));
}

/** Scrolls sawn out of the wood, around a lyre. */
function fretwork([x, y]: Point): string {
  const curl = (dx: number, dy: number) =>
    burin(
      `M${round(x)} ${round(y + dy * 4)}c${dx * 8} ${dy * -2} ${dx * 30} ${dy * 4} ${dx * 30} ${dy * 20}s${dx * -16} ${dy * 16} ${dx * -17} ${dy * 4} ${dx * 9} ${dy * -9} ${dx * 9} ${dy * -2}`,
      0.85,
      1.4,
    );
  const lyre =
    burin(`M${x - 9} ${y - 34}c-12 14 -8 26 2 32h14c10 -6 14 -18 2 -32`, 1, 1.5) +
    burin(`M${x - 4} ${y - 30}V${y - 3}M${x} ${y - 30}V${y - 3}M${x + 4} ${y - 30}V${y - 3}`, 0.8);
  return lyre + curl(1, 1) + curl(-1, 1);
}

/** In arcs, as they lie under the fingers. */
function buttons([x, y]: Point): string {
  return steps(0, 4, 4)
    .flatMap((row) =>
      steps(-2, 2, 4).map((column) => {
        const cx = x + column * 15.5;
        const cy = y - 24 + row * 15.5 + 2.4 * column ** 2;
        return cy > y + 40
          ? ''
          : el('circle', {
              cx,
              cy,
              r: 4.9,
              fill: INK.paper,
              stroke: INK.shade,
              'stroke-width': 1,
            }) +
              el('circle', { cx: cx + 0.8, cy: cy + 0.9, r: 2.6, fill: INK.shade, opacity: 0.3 });
      }),
    )
    .join('');
}

/** The leather that the back of the hand leans on. */
function strap(right: number, top: number, bottom: number): string {
  const bulge = `M${right} ${top + 44}C${right + 40} ${top + 66} ${right + 40} ${bottom - 66} ${right} ${bottom - 44}`;
  return (
    el('path', { d: bulge, fill: 'none', stroke: INK.paper, 'stroke-width': 13 }) +
    el('path', { d: bulge, fill: 'none', stroke: INK.ground, 'stroke-width': 9.5 }) +
    el('path', {
      d: bulge,
      fill: 'none',
      stroke: INK.paper,
      'stroke-width': 1,
      'stroke-dasharray': '4 4',
      opacity: 0.7,
    })
  );
}
