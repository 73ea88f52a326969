/**
 * Counts points per key within a window that begins when the key is first seen. Its memory is bounded: a
 * key that is forgotten because of that begins a new window, which gives a caller with that many addresses
 * nothing that a new address would not. (RateLimiterMemory of rate-limiter-flexible holds every key and a
 * timer for each: strangers choose the keys.)
 */
import { RecentMap } from './recent-map.ts';

interface Window {
  points: number;
  readonly beganAt: number;
}

/** A key's state after a count. */
export interface Counted {
  /** The total of the window so far. */
  readonly points: number;
  /** Until the window ends. */
  readonly leftMs: number;
}

export class WindowCounts {
  readonly #windowMs: number;
  readonly #byKey: RecentMap<Window>;

  /** @param at the machine's monotonic clock, in ms, here and below. */
  constructor(windowMs: number, at: number) {
    this.#windowMs = windowMs;
    this.#byKey = new RecentMap(windowMs, at);
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#byKey.size;
  }

  add(key: string, points: number, at: number): Counted {
    let window = this.#byKey.get(key, at);
    if (!window || at - window.beganAt >= this.#windowMs) {
      window = { points: 0, beganAt: at };
      this.#byKey.set(key, window, at);
    }
    window.points += points;
    return { points: window.points, leftMs: this.#windowMs - (at - window.beganAt) };
  }

  /** Takes back points counted at an earlier moment `at`, if that moment's window still lasts. */
  takeBack(key: string, points: number, at: number): void {
    const window = this.#byKey.get(key, at);
    if (window && window.beganAt <= at) window.points -= points;
  }
}
