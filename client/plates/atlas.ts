/** The world as Natural Earth drew it (public domain), read through world-atlas when first needed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { GeoPermissibleObjects } from 'd3-geo';
import type { MultiPolygon } from 'geojson';
import { feature, merge, mesh } from 'topojson-client';
import type {
  GeometryCollection,
  MultiPolygon as TopoMultiPolygon,
  Polygon as TopoPolygon,
  Topology,
} from 'topojson-specification';
import { z } from 'zod';

export interface Atlas {
  /** All land as one. */
  readonly land: MultiPolygon;
  /** Where two countries meet. */
  readonly borders: GeoPermissibleObjects;
  /** One country, by its ISO 3166-1 number. */
  country(isoNumeric: string): GeoPermissibleObjects;
}

type Countries = Topology<{ countries: GeometryCollection }>;

const topologySchema = z.custom<Countries>(
  (value) =>
    z
      .object({ type: z.literal('Topology'), objects: z.object({ countries: z.object({}) }) })
      .safeParse(value).success,
);

let opened: Atlas | null = null;

export function openAtlas(): Atlas {
  opened ??= readAtlas();
  return opened;
}

function readAtlas(): Atlas {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  const topology = topologySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const { countries } = topology.objects;
  const areas = countries.geometries.filter(
    (geometry): geometry is TopoPolygon | TopoMultiPolygon =>
      geometry.type === 'Polygon' || geometry.type === 'MultiPolygon',
  );
  return {
    land: merge(topology, areas),
    borders: mesh(topology, countries, (a, b) => a !== b),
    country(isoNumeric) {
      const found = countries.geometries.find(({ id }) => id === isoNumeric);
      if (!found) throw new Error(`the atlas has no country ${isoNumeric}`);
      return feature(topology, found);
    },
  };
}
