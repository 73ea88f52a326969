/** [PCT1] How a figure compares with itself 24 hours ago. */

export const CHANGE_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * Percent from `before` to `now`, rounded to two decimals; null without a value before, and where
 * something came from nothing, which no percentage says.
 */
export function percentChange(now: bigint, before: bigint | null): number | null {
  if (before === null) return null;
  if (now === before) return 0;
  if (before === 0n) return null;
  return Number(((now - before) * 10_000n) / before) / 100;
}

/** The same for ranks, where the smaller number is the better one: from 4 to 2 is +50. */
export function rankPercentChange(now: number, before: number | null): number | null {
  if (before === null) return null;
  return percentChange(BigInt(2 * before - now), BigInt(before));
}
