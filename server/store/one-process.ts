/**
 * What adapters whose data set belongs to one process hold in its memory, and lose with it: the holders of
 * leases, of whom two within the process never act at the same time, and their notices on a topic.
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

interface Notice {
  readonly text: string;
  /** By `monotonicNow()`. */
  readonly expiresAt: number;
}

export class Notices {
  /** By topic, then by holder. */
  readonly #topics = new Map<string, Map<string, Notice>>();
  #ended: Error | null = null;

  exchange(topic: string, holder: string, text: string, ttlMs: number): readonly string[] {
    if (this.#ended) throw this.#ended;
    const now = monotonicNow();
    const notices = this.#topics.get(topic) ?? new Map<string, Notice>();
    notices.set(holder, { text, expiresAt: now + ttlMs });
    for (const [one, { expiresAt }] of notices) if (expiresAt <= now) notices.delete(one);
    if (notices.size > 0) this.#topics.set(topic, notices);
    else this.#topics.delete(topic);
    return [...notices.values()].map((notice) => notice.text);
  }

  /** Refuses everything from now on. */
  end(error: Error): void {
    this.#ended ??= error;
  }
}
