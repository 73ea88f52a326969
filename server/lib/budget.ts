/**
 * What a caller may still ask for: points per key within a window that begins when the key is first
 * seen. Its memory is bounded: a key that is forgotten because of that begins a new window, which
 * gives a caller with that many addresses nothing that a new address would not. (RateLimiterMemory
 * of rate-limiter-flexible holds every key and a timer for each: strangers choose the keys.)
 */
import { monotonicNow } from './machine.ts';
import { RecentMap } from './recent-map.ts';

const MINUTE_MS = 60_000;

/**
 * How many times the limit of a /64 its /56 and its /48 have: someone who rents one has as many
 * /64s as they like, but a mobile carrier puts thousands of customers into one.
 */
const WIDER = [1, 4, 16] as const;

interface Window {
  points: number;
  readonly beganAt: number;
}

/** A key's budget after a charge. */
export interface Spent {
  /** Below 0 past the limit; infinite without one. */
  readonly left: number;
  readonly isPast: boolean;
  /** True once per window: for the log. */
  readonly isFirstPast: boolean;
  /**
   * Past twice the limit: a socket that keeps sending is cut off, since refusing costs something,
   * too.
   */
  readonly isFarPast: boolean;
  /** Until the window ends, in s. */
  readonly resetS: number;
}

const UNLIMITED: Spent = {
  left: Number.POSITIVE_INFINITY,
  isPast: false,
  isFirstPast: false,
  isFarPast: false,
  resetS: 0,
};

export class Budget {
  /** In points per window; 0: no limit. */
  readonly limit: number;
  readonly windowMs: number;
  readonly #windows: RecentMap<Window>;

  constructor(limit: number, windowMs = MINUTE_MS) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.#windows = new RecentMap(windowMs, monotonicNow());
  }

  /** Charges a key, also past its limit. */
  spend(key: string, points: number, limit = this.limit): Spent {
    if (limit === 0) return UNLIMITED;
    const at = monotonicNow();
    let window = this.#windows.get(key, at);
    if (!window || at - window.beganAt >= this.windowMs) {
      window = { points: 0, beganAt: at };
      this.#windows.set(key, window, at);
    }
    window.points += points;
    const left = limit - window.points;
    return {
      left,
      isPast: left < 0,
      isFirstPast: left < 0 && left + points >= 0,
      isFarPast: left < -limit,
      resetS: Math.ceil((this.windowMs - (at - window.beganAt)) / 1000),
    };
  }

  /**
   * Takes a point from each of a caller's keys (`callerNetworks`), or, if one of them has none
   * left, from none: a /64 past its limit uses up nothing of its neighbours'.
   * @returns the fullest of them.
   */
  take(keys: readonly string[]): Spent {
    let fullest = UNLIMITED;
    for (const [i, key] of keys.entries()) {
      const spent = this.spend(key, 1, this.limit * (WIDER[i] ?? 1));
      if (spent.left < fullest.left) fullest = spent;
      if (spent.isPast) {
        this.giveBack(keys.slice(0, i + 1), monotonicNow());
        break;
      }
    }
    return fullest;
  }

  /** Gives back what was taken at an earlier moment, if that moment's window still lasts. */
  giveBack(keys: readonly string[], takenAt: number): void {
    for (const key of keys) {
      const window = this.#windows.get(key, takenAt);
      if (window && window.beganAt <= takenAt) window.points -= 1;
    }
  }
}

/** How much of something each key uses now, until it gives it back; no entry for zero. */
export class KeyCounts {
  readonly #byKey = new Map<string, number>();

  of(key: string): number {
    return this.#byKey.get(key) ?? 0;
  }

  /** @param count below 0 gives back. */
  add(key: string, count: number): void {
    const used = this.of(key) + count;
    if (used > 0) this.#byKey.set(key, used);
    else this.#byKey.delete(key);
  }
}
