/**
 * Who holds which lease. One process owns the data set, so they live in its memory and end with it;
 * what is left of them is that two holders within the process never act at once.
 */
interface Lease {
  readonly holder: string;
  /** By the clock that never goes back, ms. */
  readonly expiresAt: number;
}

export class Leases {
  readonly #held = new Map<string, Lease>();
  #ended: Error | null = null;

  /** True where the holder has it from now on; false where another has. */
  hold(name: string, holder: string, ttlMs: number): boolean {
    if (this.#ended) throw this.#ended;
    const now = performance.now();
    const lease = this.#held.get(name);
    if (lease && lease.holder !== holder && lease.expiresAt > now) return false;
    this.#held.set(name, { holder, expiresAt: now + ttlMs });
    return true;
  }

  release(name: string, holder: string): void {
    if (this.#ended) throw this.#ended;
    if (this.#held.get(name)?.holder === holder) this.#held.delete(name);
  }

  /** Refuses everything from now on. */
  end(error: Error): void {
    this.#ended ??= error;
  }
}
