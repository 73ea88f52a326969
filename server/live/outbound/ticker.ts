/**
 * Runs a function soon after it is requested, at most once per tick: immediately after a quiet tick,
 * otherwise at the end of the tick. Without a request nothing runs.
 */
import { after, monotonicNow, type Timer } from '../../lib/machine.ts';

export class Ticker {
  readonly #tickMs: number;
  readonly #run: () => void;
  #timer: Timer | null = null;
  #ranAt = Number.NEGATIVE_INFINITY;

  constructor(tickMs: number, run: () => void) {
    this.#tickMs = tickMs;
    this.#run = run;
  }

  request(): void {
    if (this.#timer) return;
    const waitMs = Math.max(0, this.#ranAt + this.#tickMs - monotonicNow());
    this.#timer = after(waitMs, () => {
      this.#timer = null;
      this.#ranAt = monotonicNow();
      this.#run();
    });
  }

  stop(): void {
    this.#timer?.stop();
    this.#timer = null;
  }
}
