/**
 * How many runs a random test has: the one place where the tier decides. `SEED=N` repeats them
 * (seed.ts).
 */

/**
 * @param counts.usual in the quick and the standard tier, and for a file run by itself; half of it
 * for each mutant.
 * @param counts.long in the long tier.
 */
export function runs(counts: { readonly usual: number; readonly long: number }): number {
  const tier = process.env['DENARIA_TIER'];
  if (tier === 'mutation') return Math.ceil(counts.usual / 2);
  return tier === 'long' ? counts.long : counts.usual;
}
