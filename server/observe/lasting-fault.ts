/** A lasting fault: logged when it begins, each minute while it lasts, and when it is over. */
import { monotonicNow } from '../lib/machine.ts';

/** Where faults are logged; the server's log fits. */
export interface FaultLog {
  info(fields: object, words: string): void;
  warn(fields: object, words: string): void;
  error(fields: object, words: string): void;
}

const REPEAT_MS = 60_000;
/** A fault that comes and goes is one fault until it has not recurred for this long. */
const OVER_AFTER_MS = 10_000;

export type LastingFault = ReturnType<typeof lastingFault>;

/** @param afterMs it is logged only once it has lasted this long. */
export function lastingFault(
  log: FaultLog,
  words: { readonly lasts: string; readonly over: string },
  afterMs = 0,
) {
  let saidAt: number | null = null;
  let since = 0;
  let struckAt = Number.NEGATIVE_INFINITY;

  return {
    /** Logs an error if `isBug`, otherwise a warning. */
    strike(facts: object, isBug = false): void {
      const now = monotonicNow();
      if (now - struckAt >= OVER_AFTER_MS) since = now;
      struckAt = now;
      if (now - since < afterMs) return;
      if (saidAt !== null && now - saidAt < REPEAT_MS) return;
      saidAt = now;
      log[isBug ? 'error' : 'warn'](facts, words.lasts);
    },

    end(facts: object = {}): void {
      if (saidAt === null || monotonicNow() - struckAt < OVER_AFTER_MS) return;
      log.info(facts, words.over);
      saidAt = null;
    },
  };
}
