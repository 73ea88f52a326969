/** Histories of figures as SVG step lines that share a scale. Pure. */

/** Amounts of wei stay exact, and become numbers only as heights of the drawing. */
export interface HistoryPoint<Value extends number | bigint = number> {
  readonly atMs: number;
  readonly value: Value;
}

/** Oldest first. */
export type History = readonly HistoryPoint<number | bigint>[];

interface Scale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly low: number;
  readonly high: number;
}

/** Of all lines together; null if none has a point. */
export function scaleOf(lines: readonly History[]): Scale | null {
  const points = lines.flat();
  if (points.length === 0) return null;
  const scale = { fromMs: Infinity, toMs: -Infinity, low: Infinity, high: -Infinity };
  for (const { atMs, value } of points) {
    scale.fromMs = Math.min(scale.fromMs, atMs);
    scale.toMs = Math.max(scale.toMs, atMs);
    scale.low = Math.min(scale.low, Number(value));
    scale.high = Math.max(scale.high, Number(value));
  }
  return scale;
}

/** From 0, the left edge, to 1. */
function across({ fromMs, toMs }: Scale, atMs: number): number {
  return toMs === fromMs ? 0 : (atMs - fromMs) / (toMs - fromMs);
}

/** From 0, the top, to 1; figures that never change run through the middle. */
export function down({ low, high }: Scale, value: number | bigint): number {
  return high === low ? 0.5 : (high - Number(value)) / (high - low);
}

/** Steps through the points, within `0 0 width height`. Empty for no points. */
export function stepPath(points: History, scale: Scale, width: number, height: number): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const round = (value: number) => Math.round(value * 10) / 10;
  let path = `M${round(across(scale, first.atMs) * width)} ${round(down(scale, first.value) * height)}`;
  let last = first.value;
  for (const { atMs, value } of rest) {
    if (value === last) continue;
    last = value;
    path += `H${round(across(scale, atMs) * width)}V${round(down(scale, value) * height)}`;
  }
  return `${path}H${width}`;
}

/** The figure at a moment; before the first point, the first one's. */
export function valueAt(points: History, atMs: number): number | bigint {
  let value = points[0]?.value ?? 0;
  for (const point of points) {
    if (point.atMs > atMs) break;
    value = point.value;
  }
  return value;
}

/** Moves labels apart: each at least `gap` below the one above it, all between 0 and `height`. */
export function apart(tops: readonly number[], gap: number, height: number): number[] {
  const order = tops.map((top, i) => ({ top, i })).sort((a, b) => a.top - b.top || a.i - b.i);
  let floor = 0;
  for (const one of order) {
    one.top = Math.max(one.top, floor);
    floor = one.top + gap;
  }
  let ceiling = height;
  for (const one of order.reverse()) {
    one.top = Math.min(one.top, ceiling);
    ceiling = one.top - gap;
  }
  const placed = [...tops];
  for (const { top, i } of order) placed[i] = top;
  return placed;
}
