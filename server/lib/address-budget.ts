/**
 * What everything that an address asks for costs, in points a minute: requests, and messages on its
 * sockets, are charged to one budget. The costs are in `server/http/limits.ts`.
 */
import { monotonicNow } from './machine.ts';
import { WindowCounts } from './window-counts.ts';

export const BUDGET_MS = 60_000;

/** The answer to a caller past the budget, over HTTP and at a socket's handshake alike. */
export const TOO_MANY_REQUESTS = 'That is too many requests at once. Wait a little and try again.';

/** Past this many budgets a socket that keeps sending is cut off: refusing costs something, too. */
const FAR = 2;

/** An address's budget after a charge. */
export interface Spent {
  /** From here on, every answer is a refusal. */
  readonly isPast: boolean;
  /** Twice the budget or more. */
  readonly isFarPast: boolean;
  /** True once per window: for the log. */
  readonly isFirstPast: boolean;
  readonly remaining: number;
  /** Until the budget is full again, in s. */
  readonly resetS: number;
}

export class AddressBudget {
  /** In points; 0: no limit. */
  readonly perMinute: number;
  readonly #counts = new WindowCounts(BUDGET_MS, monotonicNow());

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** True if a caller's key is past twice its budget. */
  isFarPast(key: string): boolean {
    return this.spend(key, 0)?.isFarPast ?? false;
  }

  /** Charges the budget of a caller's key; null if there is no limit. */
  spend(key: string, points: number): Spent | null {
    const { perMinute } = this;
    if (perMinute === 0) return null;
    const { points: spent, leftMs } = this.#counts.add(key, points, monotonicNow());
    return {
      isPast: spent > perMinute,
      isFarPast: spent > FAR * perMinute,
      isFirstPast: spent > perMinute && spent - points <= perMinute,
      remaining: Math.max(0, perMinute - spent),
      resetS: Math.ceil(leftMs / 1000),
    };
  }
}
