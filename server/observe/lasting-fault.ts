/** A lasting fault: logged when it begins, each minute while it lasts, and when it is over. */
import { monotonicNow } from '../lib/machine.ts';

/** Where faults are logged; the server's log fits. */
export interface FaultLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const REPEAT_MS = 60_000;
/** A fault that comes and goes is one fault until it has not recurred for this long. */
const OVER_AFTER_MS = 10_000;

export type LastingFault = ReturnType<typeof lastingFault>;

/** @param afterMs it is logged only once it has lasted this long. */
export function lastingFault(
  log: FaultLog,
  messages: { readonly lasts: string; readonly over: string },
  afterMs = 0,
) {
  let loggedAt: number | null = null;
  let since = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;

  return {
    /** It lasts. Logs an error if `isBug`, otherwise a warning. */
    report(facts: object, isBug = false): void {
      const now = monotonicNow();
      if (now - reportedAt >= OVER_AFTER_MS) since = now;
      reportedAt = now;
      if (now - since < afterMs) return;
      if (loggedAt !== null && now - loggedAt < REPEAT_MS) return;
      loggedAt = now;
      log[isBug ? 'error' : 'warn'](facts, messages.lasts);
    },

    clear(facts: object = {}): void {
      if (loggedAt === null || monotonicNow() - reportedAt < OVER_AFTER_MS) return;
      log.info(facts, messages.over);
      loggedAt = null;
    },
  };
}
