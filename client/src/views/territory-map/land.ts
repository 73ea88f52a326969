/** A nation's outline as geometry: which points are on land. Pure; in the units of its own view box. */

export type Point = readonly [x: number, y: number];

/**
 * The coasts of an outline's `land` path: closed rings of one absolute `M` and relative lines `l`.
 */
export function coastsOf(land: string): readonly (readonly Point[])[] {
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
export function isLand(coasts: readonly (readonly Point[])[], [x, y]: Point): boolean {
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

/** The area within a ring. */
export function areaOf(ring: readonly Point[]): number {
  let doubled = 0;
  let before = ring.at(-1);
  for (const point of ring) {
    if (before) doubled += before[0] * point[1] - point[0] * before[1];
    before = point;
  }
  return Math.abs(doubled) / 2;
}
