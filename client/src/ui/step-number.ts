/** Numbers that move in steps between two bounds. Pure. */

export interface Steps {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The nearest number that can be chosen; `min` if `max` is below `min`. */
export function stepTo(value: number, { min, max, step }: Steps): number {
  if (Number.isNaN(value)) return min;
  const last = min + Math.floor(Math.max(0, max - min) / step) * step;
  const stepped = min + Math.round((value - min) / step) * step;
  return Math.min(last, Math.max(min, stepped));
}
