/**
 * The notices of holders on a topic, for adapters whose data set belongs to one process: they live in its
 * memory and end with it.
 */
import { monotonicNow } from '../lib/machine.ts';

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
