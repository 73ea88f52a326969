/** What lay far enough back that every commit was decided after it. */

/** Longer than a command is ever under way, and than the clocks of two processes differ. */
const UNDER_WAY_MS = 30_000;

/** Holds values back until no later commit can have been decided without them. */
export class Settled<Value> {
  readonly #apply: (value: Value) => void;
  #waiting: { readonly at: number; readonly value: Value }[] = [];
  #next = 0;

  /** @param apply called with each value, in their order, once it is settled. */
  constructor(apply: (value: Value) => void) {
    this.#apply = apply;
  }

  add(at: number, value: Value): void {
    this.#waiting.push({ at, value });
  }

  /** Settles everything up to the first value that a commit of this moment may have missed. */
  upTo(at: number): void {
    for (;;) {
      const one = this.#waiting[this.#next];
      if (!one || one.at > at - UNDER_WAY_MS) break;
      this.#apply(one.value);
      this.#next += 1;
    }
    if (this.#next > 1000 && this.#next * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#next);
      this.#next = 0;
    }
  }
}
