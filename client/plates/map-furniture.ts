/** What stands on a map without being land: its scale, its compass, the degrees along its edge. */
import { geoDistance, type GeoConicProjection } from 'd3-geo';
import { lettering, PAPER } from './plate.ts';
import type { Sheet } from './sheets.ts';
import { el, polyline, round, steps, type Point } from './svg.ts';

/** The window that a plate's map is seen through. */
export const MAP = { left: 84, top: 158, right: 916, bottom: 812 } as const;

const EARTH_RADIUS_KM = 6371;

/** A round number of kilometres, measured on the map where the bar stands. */
export function scaleBar(sheet: Sheet, projection: GeoConicProjection): string {
  const [x, y] = sheet.scale.at;
  const here = projection.invert?.([x, y]) ?? [0, 0];
  const there = projection.invert?.([x + 100, y]) ?? [0, 0];
  const kmPer100 = geoDistance(here, there) * EARTH_RADIUS_KM;
  const length = (sheet.scale.km / kmPer100) * 100;
  const part = length / 4;
  return (
    el('rect', {
      x: x - 16,
      y: y - 36,
      width: length + 74,
      height: 54,
      fill: PAPER.ground,
      opacity: 0.82,
    }) +
    [0, 1, 2, 3]
      .map((i) =>
        el('rect', {
          x: x + i * part,
          y,
          width: part,
          height: 7,
          fill: i % 2 === 0 ? PAPER.ink : PAPER.ground,
          stroke: PAPER.ink,
          'stroke-width': 1,
        }),
      )
      .join('') +
    lettering([x, y - 9], '0', { size: 16, fill: PAPER.ink }) +
    lettering([x + length, y - 9], `${sheet.scale.km} km`, { size: 16, fill: PAPER.ink })
  );
}

/** Eight points, each half light and half dark, north in brass. */
export function compass([cx, cy]: Point): string {
  const needle = (angle: number, length: number, width: number): string => {
    const at = (r: number, turn: number): Point => [
      cx + r * Math.sin(angle + turn),
      cy - r * Math.cos(angle + turn),
    ];
    const tip = at(length, 0);
    const waist = (turn: number) => at(width, turn);
    const edge = { stroke: PAPER.ink, 'stroke-width': 0.9, 'stroke-linejoin': 'round' };
    return (
      el('path', {
        d: polyline([[cx, cy], waist(-Math.PI / 4), tip], true),
        fill: PAPER.ground,
        ...edge,
      }) +
      el('path', {
        d: polyline([[cx, cy], waist(Math.PI / 4), tip], true),
        fill: PAPER.ink,
        ...edge,
      })
    );
  };
  const turns = [0, 1, 2, 3].map((i) => (i * Math.PI) / 2);
  return (
    el('circle', { cx, cy, r: 58, fill: PAPER.ground, opacity: 0.72 }) +
    el(
      'g',
      { fill: 'none', stroke: PAPER.ink },
      el('circle', { cx, cy, r: 38, 'stroke-width': 1 }),
      el('circle', { cx, cy, r: 33, 'stroke-width': 0.6 }),
    ) +
    turns.map((turn) => needle(turn + Math.PI / 4, 32, 8)).join('') +
    turns.map((turn) => needle(turn, 50, 10)).join('') +
    lettering([cx, cy - 60], 'N', { size: 22, fill: PAPER.brass, weight: 700 })
  );
}

/** The graduated edge: a band of alternating degrees, and the figures of the meridians and parallels. */
export function degrees(projection: GeoConicProjection, apart: number): string {
  const { left, top, right, bottom } = MAP;
  const band = 9;
  const edges = [
    { from: [left, top], to: [right, top], axis: 0, outward: [0, -1] },
    { from: [left, bottom], to: [right, bottom], axis: 0, outward: [0, 1] },
    { from: [left, top], to: [left, bottom], axis: 1, outward: [-1, 0] },
    { from: [right, top], to: [right, bottom], axis: 1, outward: [1, 0] },
  ] as const;
  let drawn = '';
  for (const { from, to, axis, outward } of edges) {
    const along = (share: number): Point => [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
    ];
    const crossings = crossingsAlong(along, axis, apart, projection);
    const marks = [0, ...crossings.map(({ share }) => share), 1];
    marks.slice(1).forEach((end, i) => {
      const [x1, y1] = along(marks[i] ?? 0);
      const [x2, y2] = along(end);
      const corner: Point = [x2 + outward[0] * band, y2 + outward[1] * band];
      drawn += el('rect', {
        x: Math.min(x1, corner[0]),
        y: Math.min(y1, corner[1]),
        width: Math.abs(corner[0] - x1),
        height: Math.abs(corner[1] - y1),
        fill: i % 2 === 0 ? PAPER.ink : PAPER.ground,
      });
    });
    for (const { share, degree } of crossings) {
      const [x, y] = along(share);
      if (share < 0.04 || share > 0.96) continue;
      const suffix = axis === 0 ? (degree < 0 ? 'W' : 'E') : degree < 0 ? 'S' : 'N';
      const label = `${Math.abs(degree)}°${degree === 0 ? '' : suffix}`;
      const away: Point = [x + outward[0] * 24, y + outward[1] * (outward[1] > 0 ? 26 : 15)];
      const turned: Record<string, string> =
        axis === 1 ? { transform: `rotate(-90 ${round(away[0])} ${round(away[1])})` } : {};
      drawn += el(
        'g',
        turned,
        lettering([away[0], away[1] + (axis === 1 ? 5 : 0)], label, {
          size: 14,
          fill: PAPER.ink,
          opacity: 0.85,
        }),
      );
    }
  }
  const outline = (grow: number, width: number) =>
    el('rect', {
      x: left - grow,
      y: top - grow,
      width: right - left + 2 * grow,
      height: bottom - top + 2 * grow,
      fill: 'none',
      stroke: PAPER.ink,
      'stroke-width': width,
    });
  return drawn + outline(0, 1.2) + outline(band, 1.6);
}

/** Where the meridians (axis 0) or parallels (axis 1) leave the window along one of its edges. */
function crossingsAlong(
  along: (share: number) => Point,
  axis: 0 | 1,
  apart: number,
  projection: GeoConicProjection,
): { readonly share: number; readonly degree: number }[] {
  const samples = steps(0, 1, 400).map((share) => {
    const [x, y] = along(share);
    const place = projection.invert?.([x, y]);
    return { share, degree: place?.[axis] ?? Number.NaN };
  });
  return samples.slice(1).flatMap((sample, i) => {
    const before = samples[i];
    if (!before) return [];
    const [a, b] = [before.degree / apart, sample.degree / apart];
    const line = Math.floor(Math.max(a, b));
    if (Math.floor(a) === Math.floor(b) || Math.abs(a - b) > 1) return [];
    const share = before.share + ((line - a) / (b - a)) * (sample.share - before.share);
    return [{ share, degree: line * apart }];
  });
}
