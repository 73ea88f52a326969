/**
 * Draws the plates of the atlas: the outlines of the four nations, their graticule and capital, as
 * small SVG paths in `client/src/ui/maps/outlines.ts`. Run it after changing anything here:
 *
 *   npx tsx client/maps/build-outlines.ts
 *
 * The shapes are Natural Earth's (public domain), read through world-atlas (ISC). The page carries
 * only what this writes: no map library, no geography.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  geoAlbers,
  geoConicEqualArea,
  geoGraticule,
  geoPath,
  type GeoProjection,
  type GeoPermissibleObjects,
} from 'd3-geo';
import { format } from 'prettier';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { pathOf, ringsOf, simplify, type Box, type Ring } from './rings.ts';

/** The longer side of every outline, in the units of its view box. */
const SIDE = 1000;
/** Room around the outline for its graticule, in the same units. */
const MARGIN = 60;
/** How far the graticule reaches beyond the view box, in the same units. */
const SEA = 400;
/** A vertex stays while the triangle it spans is larger than this, in square units. */
const DETAIL = 26;
/** Islands smaller than this are left off the plate, in square units. */
const SMALLEST_ISLAND = 130;

interface Plate {
  readonly id: string;
  /** ISO 3166-1 numeric, as Natural Earth keys its countries. */
  readonly isoNumeric: string;
  readonly projection: GeoProjection;
  readonly capital: { readonly name: string; readonly lonLat: readonly [number, number] };
  /** Degrees between graticule lines. */
  readonly graticuleStep: number;
  /** Which parts of the country belong on the plate; overseas parts would dwarf the mainland. */
  readonly mainland?: (lon: number, lat: number) => boolean;
}

const PLATES: readonly Plate[] = [
  {
    id: 'usa',
    isoNumeric: '840',
    projection: geoAlbers(),
    capital: { name: 'Washington', lonLat: [-77.04, 38.91] },
    graticuleStep: 10,
    mainland: (lon, lat) => lon > -126 && lon < -66 && lat > 24 && lat < 50,
  },
  {
    id: 'italy',
    isoNumeric: '380',
    projection: geoConicEqualArea().rotate([-12.5, 0]).parallels([38, 46]),
    capital: { name: 'Rome', lonLat: [12.5, 41.9] },
    graticuleStep: 2,
  },
  {
    id: 'argentina',
    isoNumeric: '032',
    projection: geoConicEqualArea().rotate([64, 0]).parallels([-26, -50]),
    capital: { name: 'Buenos Aires', lonLat: [-58.38, -34.6] },
    graticuleStep: 10,
  },
  {
    id: 'china',
    isoNumeric: '156',
    projection: geoConicEqualArea().rotate([-104, 0]).parallels([24, 46]),
    capital: { name: 'Beijing', lonLat: [116.4, 39.9] },
    graticuleStep: 10,
  },
];

const require = createRequire(import.meta.url);
const atlas: Topology<{ countries: GeometryCollection }> = JSON.parse(
  readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'),
);
const countries = feature(atlas, atlas.objects.countries).features;

function drawPlate(plate: Plate) {
  const country = countries.find((candidate) => candidate.id === plate.isoNumeric);
  if (!country) throw new Error(`world-atlas has no country ${plate.isoNumeric}`);
  const shape = {
    type: 'MultiPolygon' as const,
    coordinates: ringsOf(country.geometry).filter((polygon) => {
      const [lon = 0, lat = 0] = polygon[0]?.[0] ?? [];
      return plate.mainland?.(lon, lat) ?? true;
    }),
  };

  plate.projection.precision(0.2).fitSize([SIDE, SIDE], shape);
  // fitSize centres; the view box should start where the outline does.
  const [[left, top], [right, bottom]] = geoPath(plate.projection).bounds(shape);
  const [dx, dy] = plate.projection.translate();
  plate.projection.translate([dx - left + MARGIN, dy - top + MARGIN]);
  const box: Box = {
    width: Math.round(right - left + 2 * MARGIN),
    height: Math.round(bottom - top + 2 * MARGIN),
  };

  const land = projectedRings(plate.projection, shape)
    .map((ring) => simplify(ring, DETAIL))
    .filter((ring) => ring.length > 3 && Math.abs(areaOf(ring)) > SMALLEST_ISLAND);

  // A plate of another shape than its nation shows more of the sea around it.
  plate.projection.clipExtent([
    [-SEA, -SEA],
    [box.width + SEA, box.height + SEA],
  ]);
  const step = plate.graticuleStep;
  const lines = projectedRings(
    plate.projection,
    geoGraticule()
      .step([step, step])
      .extent([
        [-180, -85],
        [180, 85],
      ])(),
  ).map((line) => simplify(line, 90));

  const [x = 0, y = 0] = plate.projection([...plate.capital.lonLat]) ?? [];
  return {
    width: box.width,
    height: box.height,
    land: land.map((ring) => pathOf(ring, true)).join(''),
    graticule: lines
      .filter((line) => line.length > 1)
      .map((line) => pathOf(line, false))
      .join(''),
    capital: {
      name: plate.capital.name,
      x: Math.round(x),
      y: Math.round(y),
      coordinates: coordinatesOf(plate.capital.lonLat),
    },
  };
}

/** The rings or lines of a shape after projection, clipping included, in view-box units. */
function projectedRings(projection: GeoProjection, shape: GeoPermissibleObjects): Ring[] {
  const text = geoPath(projection).digits(2)(shape) ?? '';
  return text
    .split('M')
    .slice(1)
    .map((part) =>
      part
        .replace('Z', '')
        .split('L')
        .map((point) => {
          const [x = 0, y = 0] = point.split(',').map(Number);
          return [x, y] as const;
        }),
    );
}

function areaOf(ring: Ring): number {
  let twice = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y];
    twice += x * nextY - nextX * y;
  }
  return twice / 2;
}

/** `41°54′N 12°30′E`, as an atlas prints a place. */
function coordinatesOf([lon, lat]: readonly [number, number]): string {
  const part = (degrees: number, positive: string, negative: string): string => {
    const minutes = Math.round(Math.abs(degrees) * 60);
    const rest = String(minutes % 60).padStart(2, '0');
    return `${Math.floor(minutes / 60)}°${rest}′${degrees < 0 ? negative : positive}`;
  };
  return `${part(lat, 'N', 'S')} ${part(lon, 'E', 'W')}`;
}

const outlines = Object.fromEntries(PLATES.map((plate) => [plate.id, drawPlate(plate)]));
const source = `/**
 * The four nations as SVG paths. Generated by client/maps/build-outlines.ts: change that, not this.
 * Shapes: Natural Earth (public domain) through world-atlas (ISC).
 */

export interface Outline {
  /** The view box is \`0 0 width height\`; the longer side of the land is ${SIDE}. */
  readonly width: number;
  readonly height: number;
  readonly land: string;
  /** Meridians and parallels, in the outline's own projection, reaching ${SEA} beyond the view box. */
  readonly graticule: string;
  readonly capital: {
    readonly name: string;
    readonly x: number;
    readonly y: number;
    readonly coordinates: string;
  };
}

export const OUTLINES = ${JSON.stringify(outlines)} as const satisfies Record<string, Outline>;

/** The nations there are plates of. */
export type OutlineId = keyof typeof OUTLINES;
`;
const target = new URL('../src/ui/maps/outlines.ts', import.meta.url);
writeFileSync(
  target,
  await format(source, { parser: 'typescript', printWidth: 100, singleQuote: true }),
);
for (const [id, outline] of Object.entries(outlines)) {
  process.stdout.write(
    `${id}: ${outline.width}×${outline.height}, land ${outline.land.length} B, graticule ${outline.graticule.length} B\n`,
  );
}
