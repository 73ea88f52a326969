/**
 * The lease holders, for adapters whose data set belongs to one process: leases live in its memory and end
 * with it. They still guarantee that two holders within the process never act at the same time.
 */
interface Lease {
  readonly holder: string;
  /** By the leases' clock, ms. */
  readonly expiresAt: number;
}

export class Leases {
  readonly #held = new Map<string, Lease>();
  readonly #now: () => number;
  #ended: Error | null = null;

  /** @param now ms by a clock that is never set back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** True if the holder has it from now on; false if another has. */
  hold(name: string, holder: string, ttlMs: number): boolean {
    if (this.#ended) throw this.#ended;
    const now = this.#now();
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
