/**
 * What is made of the game once per rev, for everyone who asks for it. Each process makes its own.
 *
 * - A value is exact at the epoch and rev at which its making began. By the limits it is used
 *   longer or shorter; never in another epoch. Whatever else it depends on is in its key.
 * - One of a key is made at a time, and callers share it, unless it was begun before a commit that
 *   they know about: they all share the next one then.
 * - A failure reaches everyone who waits and is not cached. How long to wait, and when to try
 *   again, is the caller's.
 * - With `bytesOf`, the least recently asked for is dropped first. Without it, keys must be few.
 *
 * What no commit changes is not cached here: the closed weeks.
 */
import { monotonicNow } from '../lib/machine.ts';
import type { Board } from './board.ts';

type Revision = Pick<Board, 'epoch' | 'rev'>;

interface Limits<T> {
  /** How long it is used though the board has moved on; 0 if omitted. */
  readonly freshMs?: number;
  /** How long it is used though the board has not. */
  readonly maxAgeMs?: number;
  /** In ms; the machine's monotonic clock if omitted. */
  readonly now?: () => number;
  /** True if no later commit changes it. */
  readonly isSettled?: (value: T) => boolean;
  readonly bytesOf?: (value: T) => number;
  /** Of all values and their keys. */
  readonly mostBytes?: number;
}

interface Moment extends Revision {
  readonly at: number;
}

interface Made<T> extends Moment {
  readonly value: T;
  readonly bytes: number;
}

export class AtRev<T> {
  readonly #board: Revision;
  readonly #limits: Limits<T>;
  /** The most recently asked for last. */
  readonly #values = new Map<string, Made<T>>();
  readonly #pending = new Map<string, Promise<Made<T>>>();
  #bytes = 0;

  constructor(board: Revision, limits: Limits<T> = {}) {
    this.#board = board;
    this.#limits = limits;
  }

  /** The value if it is made and exact. */
  ready(key: string): T | undefined {
    const made = this.#values.get(key);
    const now = this.#now();
    // A board that was loaded again may be behind what was made.
    if (!made || made.rev > now.rev || !this.#isExact(made, now)) return undefined;
    this.#values.delete(key);
    this.#values.set(key, made);
    return made.value;
  }

  /** The value with every commit that the board has now. @throws what `make` throws */
  async take(key: string, make: () => Promise<T>): Promise<T> {
    const asked = this.#now();
    for (;;) {
      const ready = this.ready(key);
      if (ready !== undefined) return ready;
      const pending = this.#pending.get(key);
      if (!pending) break;
      const made = await pending;
      if (this.#isExact(made, asked)) return made.value;
    }
    const begun = this.#now();
    const making = make()
      .then((value) => this.#add(key, begun, value))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, making);
    return (await making).value;
  }

  #now(): Moment {
    const { epoch, rev } = this.#board;
    return { epoch, rev, at: (this.#limits.now ?? monotonicNow)() };
  }

  /** @param asked earlier than the value, if it was waited for, or if the clock was set back. */
  #isExact({ epoch, rev, at, value }: Made<T>, asked: Moment): boolean {
    const { freshMs = 0, maxAgeMs = Infinity, isSettled } = this.#limits;
    const ageMs = Math.abs(asked.at - at);
    if (epoch !== asked.epoch || ageMs >= maxAgeMs) return false;
    return rev >= asked.rev || ageMs < freshMs || isSettled?.(value) === true;
  }

  #add(key: string, begun: Moment, value: T): Made<T> {
    const { bytesOf, mostBytes = Infinity } = this.#limits;
    const made = { ...begun, value, bytes: bytesOf ? key.length + bytesOf(value) : 0 };
    this.#drop(key);
    this.#values.set(key, made);
    this.#bytes += made.bytes;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#drop(oldest);
    }
    return made;
  }

  #drop(key: string): void {
    this.#bytes -= this.#values.get(key)?.bytes ?? 0;
    this.#values.delete(key);
  }
}
