/**
 * What adapters whose data set belongs to one process hold in its memory, and lose with it: the
 * holders of leases, of whom two within the process never act at the same time, and their notices
 * on a topic.
 */
import { monotonicNow } from '../lib/machine.ts';

export class Leases {
  /** `expiresAt` by `monotonicNow()`. */
  readonly #held = new Map<string, { readonly holder: string; readonly expiresAt: number }>();

  /** True if the holder has it from now on; false if another has. */
  hold(name: string, holder: string, ttlMs: number): boolean {
    const now = monotonicNow();
    const lease = this.#held.get(name);
    if (lease && lease.holder !== holder && lease.expiresAt > now) return false;
    this.#held.set(name, { holder, expiresAt: now + ttlMs });
    return true;
  }

  release(name: string, holder: string): void {
    if (this.#held.get(name)?.holder === holder) this.#held.delete(name);
  }
}

/** `expiresAt` by `monotonicNow()`. */
type OfTopic = Map<string, { readonly text: string; readonly expiresAt: number }>;

/** By topic, then by holder. */
export class Notices {
  readonly #topics = new Map<string, OfTopic>();

  exchange(topic: string, holder: string, text: string, ttlMs: number): readonly string[] {
    const now = monotonicNow();
    const notices: OfTopic = this.#topics.get(topic) ?? new Map();
    this.#topics.set(topic, notices);
    notices.set(holder, { text, expiresAt: now + ttlMs });
    for (const [one, { expiresAt }] of notices) if (expiresAt <= now) notices.delete(one);
    return [...notices.values()].map((notice) => notice.text);
  }
}
