/**
 * How many runs a property test has: the one place where the tier decides. On a failure, fast-check prints
 * its seed and the path to the smallest failing input; `{ seed, path }` repeats it.
 */
import { TIER_VARIABLE } from './tier.ts';

/**
 * @param counts.usual in the quick and the standard tier, and for a file run by itself.
 * @param counts.long in the long tier.
 */
export function runs(counts: { readonly usual: number; readonly long: number }): number {
  return process.env[TIER_VARIABLE] === 'long' ? counts.long : counts.usual;
}
