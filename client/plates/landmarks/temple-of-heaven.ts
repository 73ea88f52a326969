/** The Hall of Prayer for Good Harvests: three turned roofs on columns, above three marble terraces. */
import { INK } from '../plate.ts';
import { between, el, polyline, round, steps, type Point } from '../svg.ts';
import { burin, form, lit, ring, silhouette, staves, type Turned } from './engraving.ts';

const AXIS = 500;
const TILT = 0.1;

/** Concave, as a Chinese roof is: steep at the top, swinging out to its eaves. */
function roof(top: number, bottom: number, narrow: number, wide: number): Turned {
  const profile = steps(0, 1, 18).map((t): Point => [
    between(narrow, wide, 0.34 * t + 0.66 * t ** 2.1),
    between(top, bottom, t),
  ]);
  return { axisX: AXIS, profile, tilt: TILT };
}

export function templeOfHeaven(): string {
  return (
    terraces() +
    drum(520, 600, 168, 12) +
    roofed(roof(440, 524, 112, 268), 58) +
    drum(402, 446, 110, 9) +
    roofed(roof(330, 406, 74, 200), 48) +
    drum(298, 334, 72, 7) +
    roofed(roof(188, 300, 10, 142), 38) +
    finial()
  );
}

function roofed(turned: Turned, ribs: number): string {
  const [radius = 0, foot = 0] = turned.profile.at(-1) ?? [];
  const eaves = ring([AXIS, foot + 7], radius - 1, TILT);
  const tiles = steps(-Math.PI / 2, Math.PI / 2, ribs)
    .slice(1, -1)
    .map((angle) =>
      el('circle', {
        cx: AXIS + radius * Math.sin(angle),
        cy: foot + radius * TILT * Math.cos(angle) + 3,
        r: 2.6,
        fill: INK.brass,
        opacity: 0.35 + 0.6 * lit(angle),
      }),
    )
    .join('');
  return (
    el('path', { d: eaves, fill: 'none', stroke: INK.shade, 'stroke-width': 16 }) +
    form(silhouette(turned), 2.2) +
    staves(turned, ribs, 1.15) +
    form(silhouette(turned), 2.2, 'none') +
    tiles +
    burin(ring([AXIS, foot + 10], radius - 6, TILT), 0.5)
  );
}

/** Columns around, and dark doors between them. */
function drum(top: number, bottom: number, radius: number, columns: number): string {
  const wall: Turned = {
    axisX: AXIS,
    profile: [
      [radius, top],
      [radius, bottom],
    ],
    tilt: TILT,
  };
  const at = (angle: number, y: number): Point => [
    AXIS + radius * Math.sin(angle),
    y + radius * TILT * Math.cos(angle),
  ];
  const lintel = top + (bottom - top) * 0.3;
  const posts = steps(-Math.PI / 2, Math.PI / 2, columns)
    .map((angle) => {
      const half = 0.045;
      return form(
        polyline(
          [
            at(angle - half, lintel),
            at(angle + half, lintel),
            at(angle + half, bottom),
            at(angle - half, bottom),
          ],
          true,
        ),
        1.2,
        lit(angle) > 0.55 ? INK.paper : INK.ground,
      );
    })
    .join('');
  const lattice = steps(lintel + 8, bottom - 6, 5)
    .map((y) => burin(ring([AXIS, y], radius, TILT), 0.16))
    .join('');
  const brackets = steps(-Math.PI / 2, Math.PI / 2, columns * 3)
    .map((angle) => burin(polyline([at(angle, top + 4), at(angle, lintel - 3)]), lit(angle), 1.5))
    .join('');
  return (
    form(silhouette(wall), 1.8, INK.shade) +
    lattice +
    brackets +
    burin(ring([AXIS, lintel], radius, TILT), 0.7, 1.2) +
    posts
  );
}

/** Three rounds of white marble, each with its balustrade, and the stairs up the middle. */
function terraces(): string {
  const rounds = [
    { top: 676, bottom: 712, radius: 380 },
    { top: 638, bottom: 674, radius: 318 },
    { top: 600, bottom: 636, radius: 256 },
  ];
  return rounds.map(terrace).join('') + stairs();
}

function terrace({ top, bottom, radius }: { top: number; bottom: number; radius: number }): string {
  const tilt = TILT * 0.82;
  const wall: Turned = {
    axisX: AXIS,
    profile: [
      [radius, top],
      [radius, bottom],
    ],
    tilt,
  };
  const at = (angle: number, y: number): Point => [
    AXIS + radius * Math.sin(angle),
    y + radius * tilt * Math.cos(angle),
  ];
  const posts = steps(-Math.PI / 2, Math.PI / 2, Math.round(radius / 8))
    .map((angle) =>
      burin(polyline([at(angle, top - 11), at(angle, top + 8)]), 0.25 + lit(angle) * 0.75, 1.7),
    )
    .join('');
  const courses = [14, 20, 27, 32]
    .map((down) => burin(ring([AXIS, top + down], radius, tilt), 0.28))
    .join('');
  return (
    el('ellipse', { cx: AXIS, cy: top, rx: radius, ry: radius * tilt, fill: INK.ground }) +
    form(silhouette(wall), 1.8) +
    courses +
    burin(ring([AXIS, top - 9], radius, tilt), 0.75, 1) +
    burin(ring([AXIS, top + 8], radius, tilt), 0.6, 1) +
    posts
  );
}

function stairs(): string {
  const flight = (x: number, wide: number) => {
    const [top, bottom] = [622, 748];
    const edge = (y: number) => wide * between(0.72, 1, (y - top) / (bottom - top));
    const side = (sign: number): Point[] => [
      [x + sign * edge(top), top],
      [x + sign * edge(bottom), bottom],
    ];
    return (
      form(polyline([...side(-1), ...side(1).toReversed()], true), 1.6) +
      steps(top + 5, bottom - 4, 21)
        .map((y) => burin(`M${round(x - edge(y))} ${round(y)}H${round(x + edge(y))}`, 0.52))
        .join('')
    );
  };
  return flight(446, 25) + flight(554, 25) + carvedRamp();
}

/** The carved ramp between the stairs, which nobody but the emperor crossed. */
function carvedRamp(): string {
  const waves = steps(636, 740, 8)
    .map((y) => burin(`M478 ${round(y)}q11 -9 22 0t22 0`, 0.62))
    .join('');
  return form('M479 622H521L528 748H472z', 1.6, INK.shade) + waves;
}

function finial(): string {
  return (
    form('M488 190H512L508 176H492z', 1.6) +
    el('circle', {
      cx: AXIS,
      cy: 163,
      r: 15,
      fill: INK.brass,
      stroke: INK.paper,
      'stroke-width': 1.6,
    }) +
    el('path', {
      d: 'M489 158A13 13 0 0 1 500 151',
      fill: 'none',
      stroke: INK.paper,
      'stroke-width': 2,
      'stroke-linecap': 'round',
    })
  );
}
