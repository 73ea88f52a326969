/** Repeatable randomness: the same seed plays the same game. */

export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** An independent stream, so one player's choices do not depend on another's. */
  fork(label: number): Random;
}

/** mulberry32: 32 bits of state, more than enough for what rivals do. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    fork: (label) => createRandom(Math.imul(seed ^ 0x9e3779b9, label + 1) >>> 0),
  };
}
