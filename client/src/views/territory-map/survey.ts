/**
 * Divides a nation's land into parcels, always the same ones for the same number. Parcels are
 * Voronoi cells, so they fill the whole picture; the caller clips them to the outline. Pure.
 */
import type { Outline } from '../../ui/maps/outlines.ts';

type Point = readonly [x: number, y: number];

/**
 * The coasts of an outline's `land` path: closed rings of one absolute `M` and relative lines `l`.
 */
function coastsOf(land: string): readonly (readonly Point[])[] {
  return land
    .split('M')
    .filter(Boolean)
    .map((ring) => {
      const numbers = (ring.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
      const points: Point[] = [];
      let [x, y] = [0, 0];
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        x += numbers[i] ?? 0;
        y += numbers[i + 1] ?? 0;
        points.push([x, y]);
      }
      return points;
    });
}

/** Whether a point lies within an odd number of the coasts. */
function isLand(coasts: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of coasts) {
    let before = ring.at(-1);
    for (const point of ring) {
      if (before) {
        const [x1, y1] = before;
        const [x2, y2] = point;
        if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
      }
      before = point;
    }
  }
  return inside;
}

interface Parcel {
  /** An SVG path, not yet clipped by the coast. */
  readonly path: string;
  /** A point of the parcel that is on land. */
  readonly at: Point;
}

type SurveyedOutline = Pick<Outline, 'width' | 'height' | 'land' | 'capital'>;

/** How far a point may leave the grid, in grid steps: hand-drawn, yet never crowded. */
const JITTER = 0.34;

/** A fraction of 1 that depends only on the two numbers (mulberry32's mixing). */
function fraction(a: number, b: number): number {
  let t = (Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b)) >>> 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}

/**
 * At least `count` parcels, and not many more, from the capital outwards: the order in which a
 * nation fills.
 */
export function surveyOf(outline: SurveyedOutline, count: number): readonly Parcel[] {
  const coasts = coastsOf(outline.land);
  // A slightly denser grid until there are enough on land.
  for (let step = Math.sqrt((outline.width * outline.height) / count); ; step *= 0.96) {
    const points = pointsOnLand(outline, coasts, step);
    if (points.length < count) continue;
    const { capital } = outline;
    const distance = ([x, y]: Point) => Math.hypot(x - capital.x, y - capital.y);
    points.sort((a, b) => distance(a) - distance(b));
    return points.map((at) => ({ at, path: cellPath(outline, points, at) }));
  }
}

/** A grid with every other row offset, each point jittered; only the points on land. */
function pointsOnLand(
  { width, height }: SurveyedOutline,
  coasts: readonly (readonly Point[])[],
  step: number,
): Point[] {
  const points: Point[] = [];
  for (let row = 0; row * step < height; row += 1) {
    for (let column = 0; column * step < width; column += 1) {
      const across = column + (row % 2) / 2 + (fraction(row, column) - 0.5) * 2 * JITTER;
      const down = row + 0.5 + (fraction(column, row + 1000) - 0.5) * 2 * JITTER;
      const point: Point = [across * step, down * step];
      if (isLand(coasts, point)) points.push(point);
    }
  }
  return points;
}

/** The cell of points nearer to `own` than to any other point, as a path. */
function cellPath(
  { width, height }: SurveyedOutline,
  points: readonly Point[],
  own: Point,
): string {
  let cell: readonly Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  for (const other of points) {
    if (other !== own) cell = nearerSide(cell, own, other);
  }
  return `M${cell.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}z`;
}

/** The part of a convex polygon that is nearer to `own` than to `other`. */
function nearerSide(polygon: readonly Point[], own: Point, other: Point): readonly Point[] {
  const middle: Point = [(own[0] + other[0]) / 2, (own[1] + other[1]) / 2];
  const beyond = ([x, y]: Point): number =>
    (x - middle[0]) * (other[0] - own[0]) + (y - middle[1]) * (other[1] - own[1]);
  const nearer: Point[] = [];
  let before = polygon.at(-1);
  for (const point of polygon) {
    if (before) {
      const [a, b] = [beyond(before), beyond(point)];
      if (a < 0 !== b < 0) {
        const part = a / (a - b);
        nearer.push([
          before[0] + (point[0] - before[0]) * part,
          before[1] + (point[1] - before[1]) * part,
        ]);
      }
      if (b < 0) nearer.push(point);
    }
    before = point;
  }
  return nearer;
}

/** The number of parcels before anything is staked: large enough that the first one is visible. */
const LEAST_PARCELS = 16;
/** A map with more could not be pointed at. */
const MOST_STAKED = 300;

interface Division {
  /** The number of parcels. */
  readonly parcels: number;
  /** How many staked NFTs each parcel stands for. */
  readonly copiesEach: number;
}

/** How finely to divide the land so that all stakes fit and some land is left to win. */
export function divisionFor(copies: number): Division {
  const copiesEach = Math.max(1, Math.ceil(copies / MOST_STAKED));
  const staked = Math.ceil(copies / copiesEach);
  return { parcels: Math.max(LEAST_PARCELS, Math.ceil(staked * 1.5)), copiesEach };
}
