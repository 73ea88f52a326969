/**
 * A bounded map for keys that strangers choose: an entry that is not used for a whole term is
 * forgotten, and past MOST_KEYS the least recently used ones are. There are two generations, so
 * that forgetting costs nothing: deleting the oldest entries of a Map one by one walks over all the
 * gaps.
 */

/** 200 to 300 bytes each: 10 to 15 MB at most for one map. */
export const MOST_KEYS = 50_000;

export class RecentMap<Value> {
  readonly #termMs: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #agedAt: number;

  /**
   * @param termMs an entry used again within it is never forgotten, unless there are too many.
   * @param at the machine's monotonic clock, in ms, here and below.
   */
  constructor(termMs: number, at: number) {
    this.#termMs = termMs;
    this.#agedAt = at;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string, at: number): Value | undefined {
    if (at - this.#agedAt >= this.#termMs) this.#age(at);
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) {
      this.#old.delete(key);
      this.set(key, old, at);
    }
    return old;
  }

  set(key: string, value: Value, at: number): void {
    if (this.#young.size >= MOST_KEYS / 2) this.#age(at);
    this.#young.set(key, value);
  }

  #age(at: number): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#agedAt = at;
  }
}

/**
 * A function that caches its last result: nearly all requests have the same Host and accept the
 * same codings, so there is no need for a cache that could grow.
 * @param find depends only on the key; the other arguments are just where it looks the result up.
 */
export function rememberLast<Key, Rest extends readonly unknown[], Value>(
  find: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  let last: { readonly key: Key; readonly value: Value } | null = null;
  return (key, ...rest) => {
    if (!last || last.key !== key) last = { key, value: find(key, ...rest) };
    return last.value;
  };
}
