/**
 * How much an endpoint accepts per request, learnt from its refusals. A provider's limits change with its
 * plan and its load, so a learnt limit is doubled every ten minutes.
 */

export interface LearntLimit {
  /** The most to ask for in one request. */
  most(): number;
  /** It accepted no more than this. */
  lower(to: number): void;
}

const TRIED_AGAIN_AFTER_MS = 10 * 60_000;

export function learntLimit(upTo: number, now: () => number): LearntLimit {
  let limit = upTo;
  let triedAgainAt = Infinity;
  return {
    most() {
      if (now() >= triedAgainAt) {
        limit = Math.min(upTo, limit * 2);
        triedAgainAt = limit === upTo ? Infinity : now() + TRIED_AGAIN_AFTER_MS;
      }
      return limit;
    },
    lower(to) {
      limit = Math.max(1, Math.min(limit, Math.floor(to)));
      triedAgainAt = now() + TRIED_AGAIN_AFTER_MS;
    },
  };
}
