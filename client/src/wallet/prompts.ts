/**
 * The requests that a wallet puts before its player: open until the wallet answers or the player
 * cancels here. Some wallets never answer, as when their window was closed or stays behind the
 * browser's.
 */
import { RequestCancelled } from './wallet-errors.ts';

/** When the player is reminded to look at the wallet. */
const OVERDUE_MS = 10_000;

export class Prompts {
  readonly #onChange: () => void;
  /** How each open request is cancelled. */
  readonly #open = new Map<symbol, () => void>();
  readonly #overdue = new Set<symbol>();

  /** @param onChange called when `isOverdue` may have changed. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Whether the wallet has owed an answer for 10 s. */
  get isOverdue(): boolean {
    return this.#overdue.size > 0;
  }

  /** The wallet's answer. @throws RequestCancelled, and whatever `request` throws. */
  async ask(request: () => Promise<unknown>): Promise<unknown> {
    const id = Symbol('request');
    const cancelled = new Promise<never>((_, reject) => {
      this.#open.set(id, () => reject(new RequestCancelled()));
    });
    const timer = setTimeout(() => {
      this.#overdue.add(id);
      this.#onChange();
    }, OVERDUE_MS);
    try {
      return await Promise.race([request(), cancelled]);
    } finally {
      clearTimeout(timer);
      this.#open.delete(id);
      if (this.#overdue.delete(id)) this.#onChange();
    }
  }

  /** Ends every open request here; the wallet's late answers are ignored. */
  cancel(): void {
    for (const end of this.#open.values()) end();
  }
}
