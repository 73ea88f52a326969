/** The Liberty Bell: a turned form under its yoke, the crack running up from its lip. */
import { INK } from '../plate.ts';
import { el, polyline, round, steps, type Point } from '../svg.ts';
import { burin, form, radiusAt, ring, silhouette, staves, type Turned } from './engraving.ts';

const AXIS = 500;
const TOP = 330;
const TILT = 0.1;

/** A bell's curve: shoulder, waist, flare, lip. */
const PROFILE: readonly Point[] = steps(0, 1, 40).map((t): Point => {
  const shoulder = 112 * Math.sqrt(Math.min(1, t / 0.09));
  const waist = 34 * t;
  const flare = 92 * t ** 5.2;
  return [shoulder + waist + flare, TOP + 388 * t];
});

const BELL: Turned = { axisX: AXIS, profile: PROFILE, tilt: TILT };

export function libertyBell(): string {
  return (
    yoke() +
    el('defs', {}, el('clipPath', { id: 'bell' }, el('path', { d: silhouette(BELL) }))) +
    form(silhouette(BELL), 2.6) +
    el(
      'g',
      { 'clip-path': 'url(#bell)' },
      staves(BELL, 74),
      ...[356, 362, 412, 418, 640, 648, 676, 702].map(moulding),
      inscription(),
    ) +
    crack() +
    form(silhouette(BELL), 2.6, 'none')
  );
}

function moulding(y: number): string {
  const r = radiusAt(PROFILE, y);
  return (
    el('path', {
      d: ring([AXIS, y], r, TILT),
      fill: 'none',
      stroke: INK.ground,
      'stroke-width': 5,
    }) + burin(ring([AXIS, y], r, TILT), 0.72, 1.2)
  );
}

/** A band left clear for the words that go around the bell. */
function inscription(): string {
  const y = 387;
  const r = radiusAt(PROFILE, y);
  const bow = ring([AXIS, y + 5], r, TILT);
  return (
    el('path', {
      d: ring([AXIS, y], r, TILT),
      fill: 'none',
      stroke: INK.ground,
      'stroke-width': 34,
    }) +
    el('defs', {}, el('path', { id: 'band', d: bow })) +
    el(
      'g',
      { fill: INK.brass, 'font-size': 17, 'font-weight': 600, 'letter-spacing': 2 },
      el(
        'text',
        { 'text-anchor': 'middle' },
        el('textPath', { href: '#band', startOffset: '50%' }, 'PROCLAIM LIBERTY'),
      ),
    )
  );
}

function crack(): string {
  const line: readonly Point[] = [
    [536, 744],
    [540, 712],
    [531, 680],
    [541, 640],
    [534, 606],
    [545, 572],
    [539, 540],
    [547, 512],
    [543, 486],
  ];
  const width = (i: number) => 7 * (1 - i / line.length) + 1.4;
  const rightEdge = line.map(([x, y], i): Point => [x + width(i), y]);
  const leftEdge = line.map(([x, y], i): Point => [x - width(i), y]).toReversed();
  return el('path', {
    d: polyline([...rightEdge, ...leftEdge], true),
    fill: INK.shade,
    stroke: INK.paper,
    'stroke-width': 1.6,
    'stroke-linejoin': 'round',
  });
}

/** The beam of elm that carries it, with its iron straps, and the crown between. */
function yoke(): string {
  const beam =
    'M268 262C268 214 330 206 378 196C420 188 440 164 500 164C560 164 580 188 622 196C670 206 732 214 732 262C690 262 640 268 604 282C570 295 545 300 500 300C455 300 430 295 396 282C360 268 310 262 268 262z';
  const grain = steps(0, 1, 13)
    .slice(1, -1)
    .map((t) => {
      const top = 164 + 136 * t;
      const edge = 232 + 24 * t;
      return burin(
        `M${round(274 + 6 * t)} ${round(edge)}C360 ${round(edge - 22 + 30 * t)} 410 ${round(top)} 500 ${round(top)}S640 ${round(edge - 22 + 30 * t)} ${round(726 - 6 * t)} ${round(edge)}`,
        0.62 * (1 - t),
      );
    })
    .join('');
  const crown = [446, 473, 500, 527, 554]
    .map((x) => form(`M${x - 11} 290V346H${x + 11}V290z`, 1.6) + burin(`M${x - 4} 292V342`, 0.7))
    .join('');
  const strap = (x: number) =>
    form(`M${x - 13} 184V304H${x + 13}V184z`, 2) +
    [206, 246, 286].map((y) => el('circle', { cx: x, cy: y, r: 4, fill: INK.brass })).join('') +
    burin(`M${x - 7} 188V300`, 0.6);
  return (
    el('defs', {}, el('clipPath', { id: 'beam' }, el('path', { d: beam }))) +
    form(beam, 2.6) +
    el('g', { 'clip-path': 'url(#beam)' }, grain) +
    form(beam, 2.6, 'none') +
    crown +
    strap(420) +
    strap(580)
  );
}
