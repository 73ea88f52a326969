/**
 * The main thread's end of the embedded store's worker: posts requests in batches, and passes each
 * answer to its caller, in the order in which the worker did the work.
 */
import type { Worker } from 'node:worker_threads';
import { reasonOf } from '../../lib/command.ts';
import { defer } from '../../lib/machine.ts';
import { StoreAway, StoreUnavailable } from '../store.ts';
import type { Answer, CallName, Inputs, Output, Request, StoreLink } from './messages.ts';

/**
 * The most requests in one batch. If each batch took all of them, the two threads would take turns:
 * each would be idle while the other works through the whole batch.
 */
const MAX_BATCH = 8;

interface PendingCall {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

type State =
  | { readonly is: 'open' }
  | { readonly is: 'closing'; readonly closed: Promise<void> }
  | { readonly is: 'lost'; readonly error: StoreUnavailable };

export class WorkerLink implements StoreLink {
  onLost: (error: StoreUnavailable) => void = () => undefined;

  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #pending = new Map<number, PendingCall>();
  #state: State = { is: 'open' };
  #unsent: Request[] = [];
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (answers: Answer[]) => this.#take(answers));
    worker.on('error', (cause) => this.#lose(cause));
    this.#exited = new Promise((resolve) => {
      worker.on('exit', (code) => {
        const expected = this.#state.is === 'closing' && this.#pending.size === 0;
        if (!expected) this.#lose(new Error(`the store’s worker ended with code ${code}`));
        resolve();
      });
    });
  }

  async ask<Name extends CallName>(call: Name, ...inputs: Inputs<Name>): Promise<Output<Name>> {
    switch (this.#state.is) {
      case 'lost':
        throw this.#state.error;
      case 'closing':
        throw new StoreUnavailable('The store is closed.');
      case 'open':
        return new Promise((resolve, reject) => {
          this.#enqueue(call, inputs, { resolve, reject });
        });
    }
  }

  async close(): Promise<void> {
    switch (this.#state.is) {
      case 'lost':
        return this.#exited;
      case 'closing':
        return this.#state.closed;
      case 'open': {
        const closed = this.ask('close').then(() => this.#exited);
        this.#state = { is: 'closing', closed };
        return closed;
      }
    }
  }

  #enqueue(call: CallName, inputs: readonly unknown[], pending: PendingCall): void {
    this.#lastId += 1;
    this.#pending.set(this.#lastId, pending);
    // Requests made in one turn of the event loop are sent together.
    if (this.#unsent.length === 0) defer(() => this.#send());
    this.#unsent.push({ id: this.#lastId, call, inputs });
    if (this.#unsent.length === MAX_BATCH) this.#send();
  }

  #send(): void {
    // Already sent, because the batch was full.
    if (this.#unsent.length === 0) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    this.#worker.postMessage(this.#unsent);
    this.#unsent = [];
  }

  #take(answers: readonly Answer[]): void {
    for (const answer of answers) {
      const call = this.#pending.get(answer.id);
      this.#pending.delete(answer.id);
      if (call) settle(call, answer);
    }
  }

  #lose(cause: unknown): void {
    if (this.#state.is === 'lost') return;
    const error = new StoreUnavailable(
      `The store’s worker failed: ${reasonOf(cause)}. What it had not acknowledged may be written or not. Start Denaria again; if it fails again, restore a backup.`,
      { cause },
    );
    this.#state = { is: 'lost', error };
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of pending) call.reject(error);
    this.onLost(error);
  }
}

function settle(call: PendingCall, answer: Answer): void {
  if (answer.ok) {
    call.resolve(answer.output);
    return;
  }
  const Failure = answer.isFull ? StoreAway : StoreUnavailable;
  call.reject(new Failure(`The store could not do it: ${answer.message}`));
}
