/** Callers that wait until a rev is reached: a request that wrote, and must read its own write. */
import type { Rev } from '../../common/values/ids.ts';
import { after } from '../lib/machine.ts';

interface Waiter {
  readonly rev: Rev;
  readonly answer: (reached: boolean) => void;
}

export class RevWaiters {
  readonly #waiting = new Set<Waiter>();

  /**
   * Resolves to true once `reach` was called with this rev or a later one, to false after
   * `timeoutMs`.
   * @param gone aborted when the caller leaves: resolves to false as well.
   */
  wait(rev: Rev, timeoutMs: number, gone?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => waiter.answer(false);
      const timer = after(timeoutMs, leave);
      gone?.addEventListener('abort', leave);
      const waiter: Waiter = {
        rev,
        answer: (reached) => {
          this.#waiting.delete(waiter);
          timer.stop();
          gone?.removeEventListener('abort', leave);
          resolve(reached);
        },
      };
      this.#waiting.add(waiter);
    });
  }

  reach(rev: Rev): void {
    for (const waiter of this.#waiting) if (waiter.rev <= rev) waiter.answer(true);
  }

  /** Tells all waiters that their rev will not be reached. */
  abandon(): void {
    for (const { answer } of this.#waiting) answer(false);
  }
}
