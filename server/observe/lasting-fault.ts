/** A lasting fault: logged when it begins, each minute while it lasts, and when it is over. */
import { monotonicNow } from '../lib/machine.ts';

/** Where faults are logged; the server's log fits. */
export interface FaultLog {
  info(fields: object, words: string): void;
  warn(fields: object, words: string): void;
  error(fields: object, words: string): void;
}

const REPEAT_MS = 60_000;
/** A fault that comes and goes is one fault until it has not recurred for this long. */
const OVER_AFTER_MS = 10_000;

export class LastingFault {
  readonly #log: FaultLog;
  readonly #words: { readonly lasts: string; readonly over: string };
  readonly #afterMs: number;
  #saidAt: number | null = null;
  #since = 0;
  #struckAt = Number.NEGATIVE_INFINITY;

  /** @param afterMs it is logged only once it has lasted this long. */
  constructor(
    log: FaultLog,
    words: { readonly lasts: string; readonly over: string },
    afterMs = 0,
  ) {
    this.#log = log;
    this.#words = words;
    this.#afterMs = afterMs;
  }

  /** Logs an error if `isBug`, otherwise a warning. */
  strike(facts: object, isBug = false): void {
    const now = monotonicNow();
    if (now - this.#struckAt >= OVER_AFTER_MS) this.#since = now;
    this.#struckAt = now;
    if (now - this.#since < this.#afterMs) return;
    if (this.#saidAt !== null && now - this.#saidAt < REPEAT_MS) return;
    this.#saidAt = now;
    this.#log[isBug ? 'error' : 'warn'](facts, this.#words.lasts);
  }

  end(facts: object = {}): void {
    if (this.#saidAt === null || monotonicNow() - this.#struckAt < OVER_AFTER_MS) return;
    this.#log.info(facts, this.#words.over);
    this.#saidAt = null;
  }
}
