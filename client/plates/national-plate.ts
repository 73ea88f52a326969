/**
 * The picture of a national token: the nation's plate of an old atlas, its outline tinted along the
 * border, the sea drawn in with water lines, degrees along the frame.
 */
import { geoGraticule, geoPath, type GeoConicProjection } from 'd3-geo';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { openAtlas } from './atlas.ts';
import { compass, degrees, MAP, scaleBar } from './map-furniture.ts';
import { frame, lettering, PAPER, plateDocument, plateNumber, SIDE } from './plate.ts';
import { SHEETS, type City, type Sheet } from './sheets.ts';
import { SUBJECTS } from './subjects.ts';
import { el, polyline, steps, type Point } from './svg.ts';

/** What stands below the map: what a copy adds, as `180 km²` and `+0.45×`. */
export interface PlateWorth {
  readonly territory: string;
  readonly production: string;
}

/** The document of a national token's picture. */
export function nationalPlate(nationId: NationId, worth: PlateWorth): string {
  const nation = NATIONS[nationId];
  const accent = SUBJECTS[nationId].accent.onPaper;
  return plateDocument(
    `${nation.name}: a plate of Denaria’s atlas`,
    el('rect', { width: SIDE, height: SIDE, fill: PAPER.ground }),
    frame(PAPER.ink),
    lettering([500, 104], nation.name.toUpperCase(), {
      size: 56,
      fill: PAPER.ink,
      weight: 560,
      tracking: 0.14,
    }),
    lettering([88, 92], plateNumber(nation.tokenId), {
      size: 19,
      fill: PAPER.brass,
      anchor: 'start',
      tracking: 0.04,
    }),
    lettering([912, 92], 'Territory', {
      size: 19,
      fill: PAPER.brass,
      anchor: 'end',
      tracking: 0.04,
    }),
    map(SHEETS[nationId], accent),
    figure([292, 884], worth.territory, 'of territory', accent),
    el('path', { d: 'M500 856V944', stroke: PAPER.ink, 'stroke-width': 1, opacity: 0.35 }),
    figure([708, 884], worth.production, 'production', accent),
  );
}

function figure([x, y]: Point, value: string, label: string, accent: string): string {
  return (
    lettering([x, y + 14], value, { size: 52, fill: accent, weight: 620 }) +
    lettering([x, y + 50], label, { size: 23, fill: PAPER.ink, tracking: 0.06, opacity: 0.8 })
  );
}

function map(sheet: Sheet, accent: string): string {
  const { left, top, right, bottom } = MAP;
  const projection = sheet.projection().precision(0.3);
  projection.fitExtent(
    [
      [left, top],
      [right, bottom],
    ],
    { type: 'MultiPoint', coordinates: sheet.extent.map(([lon, lat]) => [lon, lat]) },
  );
  // A little past the window, so that no shape's cut edge shows inside it.
  const bleed = 60;
  projection.clipExtent([
    [left - bleed, top - bleed],
    [right + bleed, bottom + bleed],
  ]);
  const pathOf = geoPath(projection).digits(1);
  const atlas = openAtlas();
  const graticule = geoGraticule().step([sheet.degreesApart, sheet.degreesApart])();
  const window = { x: left, y: top, width: right - left, height: bottom - top };

  return (
    el(
      'defs',
      {},
      el('clipPath', { id: 'window' }, el('rect', window)),
      el('path', { id: 'land', d: pathOf(atlas.land) ?? '' }),
      el('path', { id: 'nation', d: pathOf(atlas.country(sheet.isoNumeric)) ?? '' }),
      el('clipPath', { id: 'inside' }, el('use', { href: '#nation' })),
      el(
        'pattern',
        {
          id: 'hatch',
          width: 5,
          height: 5,
          patternUnits: 'userSpaceOnUse',
          patternTransform: 'rotate(38)',
        },
        el('path', { d: 'M0 2.5H5', stroke: accent, 'stroke-width': 1.1, opacity: 0.42 }),
      ),
    ) +
    el(
      'g',
      { 'clip-path': 'url(#window)' },
      el('rect', { ...window, fill: SEA }),
      waterLines(),
      el('use', { href: '#land', fill: PAPER.ground }),
      el('use', { href: '#land', fill: PAPER.shade, opacity: 0.55 }),
      el('path', {
        d: pathOf(atlas.borders) ?? '',
        fill: 'none',
        stroke: PAPER.ink,
        'stroke-width': 1,
        'stroke-dasharray': '6 3 1.5 3',
        opacity: 0.45,
      }),
      el('use', {
        href: '#land',
        fill: 'none',
        stroke: PAPER.ink,
        'stroke-width': 0.9,
        opacity: 0.7,
      }),
      el('use', { href: '#nation', fill: PAPER.ground }),
      el('use', { href: '#nation', fill: 'url(#hatch)' }),
      el(
        'g',
        {
          'clip-path': 'url(#inside)',
          fill: 'none',
          stroke: accent,
          'stroke-linejoin': 'round',
        },
        el('use', { href: '#nation', 'stroke-width': 34, opacity: 0.2 }),
        el('use', { href: '#nation', 'stroke-width': 17, opacity: 0.38 }),
      ),
      el('use', {
        href: '#nation',
        fill: 'none',
        stroke: PAPER.ink,
        'stroke-width': 2.4,
        'stroke-linejoin': 'round',
      }),
      el('path', {
        d: pathOf(graticule) ?? '',
        fill: 'none',
        stroke: PAPER.ink,
        'stroke-width': 0.8,
        opacity: 0.28,
      }),
      ...sheet.cities.map((city, i) => cityMark(city, i === 0, projection)),
      scaleBar(sheet, projection),
    ) +
    compass(sheet.compass) +
    degrees(projection, sheet.degreesApart)
  );
}

const SEA = '#e3e3d4';

/** Engravers drew the sea by its shores: lines along them, ever fainter, ever further apart. */
function waterLines(): string {
  return [42, 31, 22, 14.5, 8.5, 4]
    .map(
      (distance, i) =>
        el('use', {
          href: '#land',
          fill: 'none',
          stroke: PAPER.ink,
          'stroke-linejoin': 'round',
          'stroke-width': 2 * distance,
          opacity: 0.16 + 0.06 * i,
        }) +
        el('use', {
          href: '#land',
          fill: 'none',
          stroke: SEA,
          'stroke-linejoin': 'round',
          'stroke-width': 2 * distance - 1.7,
        }),
    )
    .join('');
}

function cityMark(city: City, isCapital: boolean, projection: GeoConicProjection): string {
  const [x, y] = projection([...city.at]) ?? [0, 0];
  const toTheLeft = city.side === 'left';
  const gap = isCapital ? 16 : 10;
  const label = {
    size: isCapital ? 25 : 18,
    weight: isCapital ? 620 : 460,
    anchor: toTheLeft ? 'end' : 'start',
  } as const;
  const at: Point = [toTheLeft ? x - gap : x + gap, y + label.size * 0.33];
  const halo = lettering(at, city.name, { ...label, fill: PAPER.ground });
  return (
    (isCapital
      ? el('circle', {
          cx: x,
          cy: y,
          r: 12,
          fill: PAPER.ground,
          stroke: PAPER.ink,
          'stroke-width': 1.6,
        }) + el('path', { d: star([x, y], 9.5), fill: PAPER.ink })
      : el('circle', {
          cx: x,
          cy: y,
          r: 4.2,
          fill: PAPER.ground,
          stroke: PAPER.ink,
          'stroke-width': 1.8,
        })) +
    el(
      'g',
      { stroke: PAPER.ground, 'stroke-width': 5, 'stroke-linejoin': 'round', opacity: 0.85 },
      halo,
    ) +
    lettering(at, city.name, { ...label, fill: PAPER.ink })
  );
}

function star([x, y]: Point, radius: number): string {
  const points = steps(0, 9, 9).map((i): Point => {
    const angle = (i * Math.PI) / 5 - Math.PI / 2;
    const r = i % 2 === 0 ? radius : radius * 0.42;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
  return polyline(points, true);
}
