/** Random numbers from a seed (mulberry32): the same stream for the same seed and name. */
export type Random = () => number;

export function randomOf(seed: number, name: string): Random {
  let state = seed | 0;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

export function oneOf<T>(random: Random, from: readonly [T, ...T[]]): T {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

/** @throws RangeError if there is none. */
export function pick<T>(random: Random, from: readonly T[]): T {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new RangeError('there is nothing to pick from');
  return one;
}

/** Picks a name by weight: `{ often: 3, seldom: 1, never: 0 }`. */
export function weighted<Name extends string>(
  random: Random,
  names: readonly Name[],
  weights: Readonly<Record<Name, number>>,
): Name {
  let left = random() * names.reduce((sum, name) => sum + weights[name], 0);
  const chosen = names.find((name) => (left -= weights[name]) < 0) ?? names.at(-1);
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
}
