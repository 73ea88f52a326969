/** Callers that wait until a rev is reached: a request that wrote, and must read its own write. */
import type { Rev } from '../../common/values/ids.ts';
import { after } from '../lib/machine.ts';

interface Waiter {
  readonly rev: Rev;
  readonly answer: (reached: boolean) => void;
}

export class RevWaiters {
  /** The lowest rev first. Commits return nearly in order, so a new waiter belongs near the end. */
  readonly #waiting: Waiter[] = [];

  /**
   * Resolves to true once `reach` was called with this rev or a later one, to false after `timeoutMs`.
   * @param gone aborted when the caller leaves: resolves to false as well.
   */
  wait(rev: Rev, timeoutMs: number, gone?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        waiter.answer(false);
      };
      const timer = after(timeoutMs, leave);
      gone?.addEventListener('abort', leave);
      const waiter: Waiter = {
        rev,
        answer: (reached) => {
          timer.stop();
          gone?.removeEventListener('abort', leave);
          resolve(reached);
        },
      };
      const before = this.#waiting.findLastIndex((other) => other.rev <= rev);
      this.#waiting.splice(before + 1, 0, waiter);
    });
  }

  reach(rev: Rev): void {
    const waitOn = this.#waiting.findIndex((waiter) => waiter.rev > rev);
    const count = waitOn === -1 ? this.#waiting.length : waitOn;
    for (const waiter of this.#waiting.splice(0, count)) waiter.answer(true);
  }

  /** Tells all waiters that their rev will not be reached. */
  abandon(): void {
    for (const waiter of this.#waiting.splice(0)) waiter.answer(false);
  }
}
