/** The Colosseum: four storeys on an oval, the outer wall broken off where it fell in 1349. */
import { INK } from '../plate.ts';
import { between, el, polyline, round, steps, type Point } from '../svg.ts';
import { burin, form, lit } from './engraving.ts';

interface Wall {
  readonly radius: number;
  /** How far its front bows down, as a share of its radius: the eye is a little above the ground. */
  readonly bow: number;
  readonly ground: number;
  /** Heights of the cornices above the ground. */
  readonly cornices: readonly number[];
  /** How many storeys stand at an angle (0: towards the viewer, to the right above 0). */
  readonly storeysAt: (angle: number) => number;
}

const CENTRE = 500;
const BAYS = 30;

const OUTER: Wall = {
  radius: 392,
  bow: 0.13,
  ground: 640,
  cornices: [0, 104, 206, 304, 400],
  // It stands whole on the left; to the right it steps down to nothing.
  storeysAt: (angle) =>
    angle < 0.3 ? 4 : angle < 0.42 ? 3 : angle < 0.55 ? 2 : angle < 0.66 ? 1 : 0,
};

const INNER: Wall = {
  radius: 350,
  bow: 0.13,
  ground: 640,
  cornices: [0, 104, 206],
  storeysAt: (angle) => (angle < 1.32 ? 2 : 1),
};

/** The far side's inner wall, seen over the broken edge. */
const FAR_RIM = 'M214 330C300 296 420 284 520 290C640 297 760 330 826 392L812 470L214 470z';

export function colosseum(): string {
  return farSide() + wall(INNER, (angle) => angle > 0.2) + wall(OUTER, () => true) + ground();
}

function at(wall: Wall, angle: number, height: number): Point {
  // The higher, the less it bows: the eye stands level with the upper storeys.
  const bow = wall.bow * (1 - height / 620);
  return [
    CENTRE + wall.radius * Math.sin(angle),
    wall.ground - height + wall.radius * bow * Math.cos(angle),
  ];
}

function along(wall: Wall, from: number, to: number, height: number): Point[] {
  return steps(from, to, 2).map((angle) => at(wall, angle, height));
}

function wall(shape: Wall, stands: (angle: number) => boolean): string {
  const edge = Math.PI / 2;
  const bay = (2 * edge) / BAYS;
  return steps(-edge, edge - bay, BAYS - 1)
    .filter((from) => stands(from + bay / 2))
    .map((from) => {
      const storeys = shape.storeysAt(from + bay / 2);
      return Array.from({ length: storeys }, (_, storey) =>
        storey === 3 ? attic(shape, from, bay) : archBay(shape, from, bay, storey),
      ).join('');
    })
    .join('');
}

/** One bay of a storey: the wall, its half-column, the cornice above, the arch. */
function archBay(shape: Wall, from: number, bay: number, storey: number): string {
  const to = from + bay;
  const [low = 0, high = 0] = shape.cornices.slice(storey);
  const light = lit(from + bay / 2);
  const spring = between(low, high, 0.5);
  const crown = between(low, high, 0.78);
  const [left, right] = [from + bay * 0.24, from + bay * 0.8];
  const arch: Point[] = [
    at(shape, left, low + 5),
    ...steps(Math.PI, 0, 8).map((turn) => {
      const share = (1 - Math.cos(Math.PI - turn)) / 2;
      return at(shape, between(left, right, share), spring + (crown - spring) * Math.sin(turn));
    }),
    at(shape, right, low + 5),
  ];
  const depth = bay * 0.09;
  const reveal: Point[] = [
    at(shape, right, low + 5),
    at(shape, right, spring),
    at(shape, right - depth, spring - 2),
    at(shape, right - depth, low + 5),
  ];
  return (
    face(shape, from, to, low, high, light) +
    courses(shape, from, to, low, high, light) +
    form(polyline(arch, true), 1.1 + 0.6 * light, INK.shade) +
    el('path', { d: polyline(reveal, true), fill: INK.paper, opacity: 0.1 + 0.25 * light }) +
    pilaster(shape, from, bay, low, high, light) +
    cornice(shape, from, to, high, light)
  );
}

/** The top storey: plain wall, a small window in every other bay, brackets for the awning's masts. */
function attic(shape: Wall, from: number, bay: number): string {
  const to = from + bay;
  const [low = 0, high = 0] = shape.cornices.slice(3);
  const light = lit(from + bay / 2);
  const hasWindow = Math.round((from + Math.PI / 2) / bay) % 2 === 0;
  const [left, right] = [from + bay * 0.38, from + bay * 0.66];
  const pane = polyline(
    [
      at(shape, left, low + 26),
      at(shape, right, low + 26),
      at(shape, right, low + 52),
      at(shape, left, low + 52),
    ],
    true,
  );
  const brackets = [0.3, 0.52, 0.74]
    .map((share) => {
      const angle = from + bay * share;
      return burin(polyline([at(shape, angle, high - 26), at(shape, angle, high - 17)]), light, 2);
    })
    .join('');
  return (
    face(shape, from, to, low, high, light) +
    courses(shape, from, to, low, high, light) +
    (hasWindow ? form(pane, 1, INK.shade) : '') +
    brackets +
    pilaster(shape, from, bay, low, high, light) +
    cornice(shape, from, to, high, light)
  );
}

function face(
  shape: Wall,
  from: number,
  to: number,
  low: number,
  high: number,
  light: number,
): string {
  const outline = polyline([...along(shape, from, to, low), ...along(shape, to, from, high)], true);
  return (
    el('path', { d: outline, fill: INK.ground }) +
    el('path', { d: outline, fill: INK.paper, opacity: 0.03 + 0.1 * light })
  );
}

/** The courses of the stone: more of them where the light falls. */
function courses(
  shape: Wall,
  from: number,
  to: number,
  low: number,
  high: number,
  light: number,
): string {
  const count = 6 + Math.round(6 * light);
  return steps(low, high, count)
    .slice(1, -1)
    .map((height) => burin(polyline(along(shape, from, to, height)), light * 0.5, 0.8))
    .join('');
}

function pilaster(
  shape: Wall,
  from: number,
  bay: number,
  low: number,
  high: number,
  light: number,
): string {
  const [left, right] = [from - bay * 0.02, from + bay * 0.12];
  const shaft = polyline(
    [
      at(shape, left, low + 3),
      at(shape, right, low + 3),
      at(shape, right, high - 9),
      at(shape, left, high - 9),
    ],
    true,
  );
  return (
    el('path', { d: shaft, fill: INK.ground }) +
    el('path', { d: shaft, fill: INK.paper, opacity: 0.15 + 0.75 * light })
  );
}

function cornice(shape: Wall, from: number, to: number, height: number, light: number): string {
  return [0, -4, -9]
    .map((down) =>
      burin(
        polyline(along(shape, from, to, height + down)),
        0.28 + 0.72 * light,
        down === 0 ? 1.9 : 1,
      ),
    )
    .join('');
}

/** What shows of the seats and of the far wall behind the break. */
function farSide(): string {
  const tiers = steps(0, 1, 11)
    .map((t) =>
      burin(
        `M${round(between(250, 330, t))} ${round(between(346, 520, t))}C${round(between(380, 420, t))} ${round(between(306, 490, t))} ${round(between(660, 640, t))} ${round(between(316, 500, t))} ${round(between(820, 780, t))} ${round(between(402, 540, t))}`,
        between(0.46, 0.12, t),
      ),
    )
    .join('');
  const arches = steps(560, 806, 12)
    .map((x) => {
      const y = 344 + (x - 560) ** 2 / 1050;
      return form(
        `M${round(x)} ${round(y + 30)}V${round(y + 10)}a7 9 0 0 1 14 0V${round(y + 32)}z`,
        1,
        INK.shade,
      );
    })
    .join('');
  return form(FAR_RIM, 1.6) + tiers + arches;
}

/** The square it stands on, paved towards the viewer. */
function ground(): string {
  return steps(0, 1, 7)
    .map((t) => {
      const half = between(300, 430, t);
      const y = between(700, 762, t ** 1.4);
      return burin(
        `M${round(CENTRE - half)} ${round(y)}Q${CENTRE} ${round(y + 14)} ${round(CENTRE + half)} ${round(y)}`,
        between(0.5, 0.12, t),
      );
    })
    .join('');
}
