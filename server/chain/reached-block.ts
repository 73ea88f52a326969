/**
 * How far the chain is, by the answers of all endpoints since the start. A block far beyond that is
 * not believed: after one answer of another chain, as a provider's balancer may give, the game
 * would wait for that block for years.
 */
import { monotonicNow, wallNow } from '../lib/machine.ts';

/** No chain makes blocks faster than this for long. */
const MOST_PER_SECOND = 10;
/** On a chain that makes them on demand. */
const MOST_AT_ONCE = 10_000;

export class ReachedBlock {
  #newest: { readonly number: number; readonly at: number; readonly monotonic: number } | null =
    null;

  /** Takes the number of a block that an endpoint has; false if the chain can't be there yet. */
  take(number: number): boolean {
    const [at, monotonic] = [wallNow(), monotonicNow()];
    if (this.#newest) {
      // One clock may be set back, the other may stand still while the machine sleeps.
      const ms = Math.max(at - this.#newest.at, monotonic - this.#newest.monotonic);
      const ahead = number - this.#newest.number;
      if (ahead > MOST_AT_ONCE + (ms / 1000) * MOST_PER_SECOND) return false;
      if (ahead <= 0) return true;
    }
    this.#newest = { number, at, monotonic };
    return true;
  }
}
