/**
 * The lease holders, for adapters whose data set belongs to one process: leases live in its memory and end
 * with it. They still guarantee that two holders within the process never act at the same time.
 */
import { monotonicNow } from '../lib/machine.ts';

interface Lease {
  readonly holder: string;
  /** By `monotonicNow()`. */
  readonly expiresAt: number;
}

export class Leases {
  readonly #held = new Map<string, Lease>();
  #ended: Error | null = null;

  /** True if the holder has it from now on; false if another has. */
  hold(name: string, holder: string, ttlMs: number): boolean {
    if (this.#ended) throw this.#ended;
    const now = monotonicNow();
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
