/** When the rivals' actions are due: in bursts, and calm between them. */
import type { Random } from './random.ts';

export const PACES = ['off', 'gentle', 'lively'] as const;
export type Pace = (typeof PACES)[number];

/**
 * Milliseconds: between the actions of a burst, and between two bursts. At the gentle pace a
 * month's actions take less than 200 MB.
 */
const GAPS = {
  gentle: { burst: { least: 1500, most: 5000 }, calm: { least: 25_000, most: 55_000 } },
  lively: { burst: { least: 100, most: 400 }, calm: { least: 800, most: 4000 } },
} as const;
const MOST_IN_BURST = 4;
/** At the beginning, until everybody has done something. */
const OPENING_MS = 100;

/** The pauses between actions, one after the other. */
export class Pacing {
  readonly #random: Random;
  #leftInBurst = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Milliseconds until the next action; null: never. */
  next(pace: Pace, isOpening: boolean): number | null {
    if (pace === 'off') return null;
    if (isOpening) return OPENING_MS;
    const isInBurst = this.#leftInBurst > 0;
    this.#leftInBurst = isInBurst ? this.#leftInBurst - 1 : this.#random.int(0, MOST_IN_BURST - 1);
    const { least, most } = GAPS[pace][isInBurst ? 'burst' : 'calm'];
    return this.#random.int(least, most);
  }
}
