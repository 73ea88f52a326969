/** [PCT1] How a figure compares to 24 hours ago. */

export const CHANGE_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * Percent from `before` to `now`, rounded to two decimals; null without an earlier value, and for
 * growth from 0, which no percentage can express.
 */
export function percentChange(now: bigint, before: bigint | null): number | null {
  if (before === null) return null;
  if (now === before) return 0;
  if (before === 0n) return null;
  return Number(((now - before) * 10_000n) / before) / 100;
}

/** The same for ranks, where a smaller number is better: from 4 to 2 is +50. */
export function rankPercentChange(now: number, before: number | null): number | null {
  if (before === null) return null;
  return percentChange(BigInt(2 * before - now), BigInt(before));
}
