/** How much of something a caller may do: bursts up to a limit, a steady rate beyond. */

export interface BucketLimits {
  /** Messages allowed in one burst. */
  readonly burst: number;
  readonly perSecond: number;
  /** This many refusals in a row are no accident: the caller should be cut off. */
  readonly floodAfter: number;
}

type Allowance = 'yes' | 'not-now' | 'flood';

export class TokenBucket {
  readonly #limits: BucketLimits;
  #tokens: number;
  #filledAt: number;
  #refusals = 0;

  /** @param at the machine's monotonic clock, in ms, here and below. */
  constructor(limits: BucketLimits, at: number) {
    this.#limits = limits;
    this.#tokens = limits.burst;
    this.#filledAt = at;
  }

  take(at: number): Allowance {
    const { burst, perSecond, floodAfter } = this.#limits;
    const filled = this.#tokens + ((at - this.#filledAt) / 1000) * perSecond;
    this.#tokens = Math.min(burst, filled);
    this.#filledAt = at;
    if (this.#tokens < 1) {
      this.#refusals += 1;
      return this.#refusals >= floodAfter ? 'flood' : 'not-now';
    }
    this.#tokens -= 1;
    this.#refusals = 0;
    return 'yes';
  }
}
