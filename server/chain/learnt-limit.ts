/**
 * How much an endpoint takes at once, learnt from its refusals. A provider's limits change with its plan
 * and its load, so a learnt limit is doubled again every ten minutes.
 */

export interface LearntLimit {
  /** How much to ask for at once, at most. */
  most(): number;
  /** It took no more than this. */
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
