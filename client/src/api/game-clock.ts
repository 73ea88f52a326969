/**
 * The game's clock as this page knows it: locks and countdowns use the server's clock, not the
 * browser's.
 */
import { instantOf } from '../../../common/values/instant.ts';
import { createStore, type Readable } from '../lib/store.ts';

/** Smaller differences are network jitter, not the clock's. */
const NOISE_MS = 500;

interface GameClock {
  /** Whole milliseconds since 1970 UTC, by the server's clock as last received. */
  readonly now: () => number;
  /** Records that the server's time is `at` (ISO 8601), in an answer that took `roundTripMs`. */
  readonly heard: (at: string, roundTripMs?: number) => void;
  /** How far the server's clock is ahead of this machine's. */
  readonly offsetMs: Readable<number>;
}

const offsetMs = createStore(0);

/** The page's only clock. */
export const gameClock: GameClock = {
  now: () => Date.now() + offsetMs.get(),
  heard(at, roundTripMs = 0) {
    const measured = Math.round(instantOf(at) + roundTripMs / 2 - Date.now());
    if (Number.isNaN(measured) || Math.abs(measured - offsetMs.get()) <= NOISE_MS) return;
    offsetMs.set(measured);
  },
  offsetMs,
};
