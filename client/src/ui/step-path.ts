/** A figure's history as an SVG step line. Pure. */

/** Amounts of wei stay exact, and become numbers only as heights of the drawing. */
export interface HistoryPoint<Value extends number | bigint = number> {
  readonly atMs: number;
  readonly value: Value;
}

/**
 * Steps through the points, oldest first, within `0 0 width height`: the lowest value is at the bottom, the
 * highest at the top; a constant one runs through the middle. Empty for no points.
 */
export function stepPath(
  points: readonly HistoryPoint<number | bigint>[],
  width: number,
  height: number,
): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  const values = points.map(({ value }) => Number(value));
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const duration = last.atMs - first.atMs;
  const x = (atMs: number): number =>
    duration === 0 ? 0 : round(((atMs - first.atMs) / duration) * width);
  const y = (value: number): number =>
    span === 0 ? height / 2 : round(height - ((value - low) / span) * height);
  const steps = points.slice(1).map(({ atMs, value }) => `H${x(atMs)}V${y(Number(value))}`);
  return `M0 ${y(Number(first.value))}${steps.join('')}H${width}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
