/** Keeps the best few of many without sorting them all. */

/**
 * Inserts a value into a sorted list of the best `most`, if it belongs there.
 * @param compare below 0 if the first one is better; never 0 for two different values.
 */
export function keepBest<Value>(
  best: Value[],
  value: Value,
  most: number,
  compare: (a: Value, b: Value) => number,
): void {
  const isBelow = (other: Value | undefined) => other !== undefined && compare(other, value) < 0;
  if (best.length >= most && isBelow(best[most - 1])) return;
  let place = best.length;
  while (place > 0 && !isBelow(best[place - 1])) place -= 1;
  best.splice(place, 0, value);
  if (best.length > most) best.pop();
}
