/** A lasting fault: logged when it begins, each minute while it lasts, and when it is over. */
import { monotonicNow } from '../lib/machine.ts';
import type { Log } from './log.ts';

const REPEAT_MS = 60_000;
/** A fault that comes and goes is one fault until it has not recurred for this long. */
const OVER_AFTER_MS = 10_000;

export class LastingFault {
  readonly #log: Log;
  readonly #words: { readonly lasts: string; readonly over: string };
  #saidAt: number | null = null;
  #struckAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log, words: { readonly lasts: string; readonly over: string }) {
    this.#log = log;
    this.#words = words;
  }

  /** Logs an error if `isBug`, otherwise a warning. */
  strike(facts: object, isBug = false): void {
    const now = monotonicNow();
    this.#struckAt = now;
    if (this.#saidAt !== null && now - this.#saidAt < REPEAT_MS) return;
    this.#saidAt = now;
    this.#log[isBug ? 'error' : 'warn'](facts, this.#words.lasts);
  }

  end(): void {
    if (this.#saidAt === null || monotonicNow() - this.#struckAt < OVER_AFTER_MS) return;
    this.#log.info(this.#words.over);
    this.#saidAt = null;
  }
}
