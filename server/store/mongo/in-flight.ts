/** A store's unanswered requests: closing waits for them, and admits no more. */
import { within } from '../../lib/deadline.ts';
import { StoreUnavailable } from '../store.ts';
import { toStoreError, isClientClosed } from './mongo-error.ts';

export class InFlight {
  readonly #running = new Set<Promise<unknown>>();
  readonly #onClientClosed: (error: unknown) => void;
  #isClosed = false;

  /**
   * @param onClientClosed called if the client turns out to be closed although the store is not.
   */
  constructor(onClientClosed: (error: unknown) => void) {
    this.#onClientClosed = onClientClosed;
  }

  /**
   * @param ms how long it may take; what the database does with it after that stays unknown.
   * @throws StoreUnavailable if the store is closed, or the database fails or is late.
   */
  async run<Answer>(ms: number, work: () => Promise<Answer>): Promise<Answer> {
    if (this.#isClosed) throw new StoreUnavailable('The store is closed.');
    const answer = inTime(ms, work());
    this.#running.add(answer);
    try {
      return await answer;
    } catch (error) {
      if (isClientClosed(error) && !this.#isClosed) this.#onClientClosed(error);
      throw toStoreError(error);
    } finally {
      this.#running.delete(answer);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
  }
}

/** @throws StoreUnavailable if the answer is late. */
export function inTime<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  return within(ms, answer, () => new StoreUnavailable(`MongoDB did not answer within ${ms} ms.`));
}

/**
 * By then a connection that went silent was found to be (connection.ts), and what it carried has
 * failed.
 */
const STATEMENT_MS = 5000;

/**
 * The answer to a statement of a transaction. The driver never settles one of more than 16 kB if
 * its connection is given up while the statement is still being sent; the caller would wait for
 * ever.
 * @throws StoreUnavailable
 */
export function statement<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return inTime(STATEMENT_MS, answer);
}
