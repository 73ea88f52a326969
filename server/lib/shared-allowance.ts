/**
 * An allowance that networks share. A network may take from it while as much is left as it has
 * taken lately itself (a dynamic threshold; Choudhury and Hahne, 1998): one that takes all it can
 * leaves half, the next one half of that. Of a few that go on asking each gets the same, and as
 * much is left for one that has asked for nothing. Nobody waits in a queue, and no share is set
 * aside for networks that don't ask.
 */
import { RecentMap } from './recent-map.ts';

interface Taken {
  readonly count: number;
  readonly at: number;
}

export class SharedAllowance {
  readonly #burst: number;
  readonly #perMs: number;
  /** In which it refills, and what a network took fades to 1/e. */
  readonly #refillMs: number;
  readonly #taken: RecentMap<Taken>;
  #left: number;
  #filledAt: number;

  /** @param at the machine's monotonic clock, in ms, here and below. */
  constructor(limits: { readonly burst: number; readonly perSecond: number }, at: number) {
    this.#burst = limits.burst;
    this.#perMs = limits.perSecond / 1000;
    this.#refillMs = this.#burst / this.#perMs;
    this.#taken = new RecentMap(this.#refillMs, at);
    this.#left = this.#burst;
    this.#filledAt = at;
  }

  /** Takes one; false if none is left for this network. */
  take(network: string, at: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + (at - this.#filledAt) * this.#perMs);
    this.#filledAt = at;
    const last = this.#taken.get(network, at);
    const taken = last ? last.count * Math.exp((last.at - at) / this.#refillMs) : 0;
    if (this.#left < taken + 1) return false;
    this.#left -= 1;
    this.#taken.set(network, { count: taken + 1, at }, at);
    return true;
  }

  /** Forfeits what is left of the burst. */
  empty(at: number): void {
    this.#left = 0;
    this.#filledAt = at;
  }
}
