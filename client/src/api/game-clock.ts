/** The game's clock as this page knows it: locks and countdowns use the server's clock, not the browser's. */

/** Smaller differences are network jitter, not the clock's. */
const NOISE_MS = 500;

interface GameClock {
  /** Whole milliseconds since 1970 UTC, by the server's clock as last received. */
  readonly now: () => number;
  /** Records that the server's time is `at` (ISO 8601), in an answer that took `roundTripMs`. */
  readonly heard: (at: string, roundTripMs?: number) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** How far the server's clock is ahead of this machine's, in ms. */
  readonly offsetMs: () => number;
}

let offsetMs = 0;
const listeners = new Set<() => void>();

/** The page's only clock. */
export const gameClock: GameClock = {
  now: () => Date.now() + offsetMs,
  heard(at, roundTripMs = 0) {
    const measured = Math.round(Date.parse(at) + roundTripMs / 2 - Date.now());
    if (Number.isNaN(measured) || Math.abs(measured - offsetMs) <= NOISE_MS) return;
    offsetMs = measured;
    for (const listener of listeners) listener();
  },
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  offsetMs: () => offsetMs,
};
