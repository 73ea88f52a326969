/**
 * What everything that an address asks for costs, in points a minute: requests, and messages on its
 * sockets, draw on one budget. What costs how much is in `server/http/limits.ts`.
 */
import { WindowCounts } from './window-counts.ts';

export const BUDGET_MS = 60_000;

/** What a caller past the budget is told, by HTTP and at a socket's handshake alike. */
export const TOO_MANY_REQUESTS = 'That is too many requests at once. Wait a little and try again.';

/** Past so many budgets a socket that goes on sending is cut off: refusing it costs, too. */
const FAR = 2;

/** What an address's budget comes to after it was drawn on. */
export interface Spent {
  /** Nothing more is answered but by a refusal. */
  readonly isPast: boolean;
  /** Twice as much and more. */
  readonly isFarPast: boolean;
  /** True once in a window: for the log. */
  readonly isFirstPast: boolean;
  readonly remaining: number;
  /** Until the budget is whole again, in s. */
  readonly resetS: number;
}

export class AddressBudget {
  /** In points; 0: no limit. */
  readonly perMinute: number;
  readonly #counts = new WindowCounts(BUDGET_MS, performance.now());

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Whether a caller's key is past twice its budget. */
  isFarPast(key: string): boolean {
    return this.spend(key, 0)?.isFarPast ?? false;
  }

  /** Draws on the budget of a caller's key; null where there is no limit. */
  spend(key: string, points: number): Spent | null {
    const { perMinute } = this;
    if (perMinute === 0) return null;
    const { points: spent, leftMs } = this.#counts.add(key, points, performance.now());
    return {
      isPast: spent > perMinute,
      isFarPast: spent > FAR * perMinute,
      isFirstPast: spent > perMinute && spent - points <= perMinute,
      remaining: Math.max(0, perMinute - spent),
      resetS: Math.ceil(leftMs / 1000),
    };
  }
}
