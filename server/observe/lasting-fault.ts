/** A fault that lasts: logged when it begins, each minute while it lasts, and when it is over. */
import type { Log } from './log.ts';

const REPEAT_MS = 60_000;

export class LastingFault {
  readonly #log: Log;
  readonly #words: { readonly lasts: string; readonly over: string };
  #saidAt: number | null = null;

  constructor(log: Log, words: { readonly lasts: string; readonly over: string }) {
    this.#log = log;
    this.#words = words;
  }

  /** Logs an error where `isBug`, otherwise a warning. */
  strike(facts: object, isBug = false): void {
    const now = performance.now();
    if (this.#saidAt !== null && now - this.#saidAt < REPEAT_MS) return;
    this.#saidAt = now;
    this.#log[isBug ? 'error' : 'warn'](facts, this.#words.lasts);
  }

  end(): void {
    if (this.#saidAt !== null) this.#log.info(this.#words.over);
    this.#saidAt = null;
  }
}
