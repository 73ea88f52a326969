/** Plain geometry for the outlines: polygons out of GeoJSON, fewer vertices, short SVG paths. */
import type { Geometry, Position } from 'geojson';

export type Ring = readonly (readonly [number, number])[];

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The polygons of a country; throws on a geometry that encloses nothing. */
export function ringsOf(geometry: Geometry): Position[][][] {
  switch (geometry.type) {
    case 'Polygon':
      return [geometry.coordinates];
    case 'MultiPolygon':
      return geometry.coordinates;
    default:
      throw new Error(`a country cannot be a ${geometry.type}`);
  }
}

/**
 * Visvalingam's simplification: the vertex whose triangle with its neighbours is smallest goes
 * first, until none is smaller than `minArea`. The ends stay.
 */
export function simplify(ring: Ring, minArea: number): Ring {
  const kept = [...ring];
  for (;;) {
    let smallest = minArea;
    let smallestAt = -1;
    for (let i = 1; i < kept.length - 1; i += 1) {
      const area = triangleArea(kept[i - 1], kept[i], kept[i + 1]);
      if (area < smallest) {
        smallest = area;
        smallestAt = i;
      }
    }
    if (smallestAt < 0) return kept;
    kept.splice(smallestAt, 1);
  }
}

function triangleArea(
  a: Ring[number] | undefined,
  b: Ring[number] | undefined,
  c: Ring[number] | undefined,
): number {
  if (!a || !b || !c) return Infinity;
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
}

/** Whole numbers and relative moves: a third of the length of absolute decimals. */
export function pathOf(ring: Ring, closed: boolean): string {
  let path = '';
  let fromX = 0;
  let fromY = 0;
  for (const [i, point] of ring.entries()) {
    const x = Math.round(point[0]);
    const y = Math.round(point[1]);
    const dx = x - fromX;
    const dy = y - fromY;
    if (i > 0 && dx === 0 && dy === 0) continue;
    path += i === 0 ? `M${x} ${y}l` : `${dx}${dy < 0 ? '' : ' '}${dy} `;
    fromX = x;
    fromY = y;
  }
  return path.trimEnd() + (closed ? 'z' : '');
}
