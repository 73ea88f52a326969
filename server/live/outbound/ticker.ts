/**
 * Runs a function soon after it is requested, at most once per tick: immediately after a quiet tick,
 * otherwise at the end of the tick. Without a request nothing runs.
 */
export class Ticker {
  readonly #tickMs: number;
  readonly #run: () => void;
  #timer: NodeJS.Timeout | null = null;
  #ranAt = Number.NEGATIVE_INFINITY;

  constructor(tickMs: number, run: () => void) {
    this.#tickMs = tickMs;
    this.#run = run;
  }

  request(): void {
    if (this.#timer) return;
    const waitMs = Math.max(0, this.#ranAt + this.#tickMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#ranAt = performance.now();
      this.#run();
    }, waitMs);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
