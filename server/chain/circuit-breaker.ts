/**
 * A circuit breaker: a service that failed several times in a row is not called for a moment, so that
 * nobody waits for it in vain; then one call tests whether it is back.
 */

type Circuit =
  | { readonly status: 'closed'; readonly failures: number }
  /** No call is made until then (ms of the given clock). */
  | { readonly status: 'open'; readonly until: number }
  /** One call is in progress to see whether the service is back; the others are refused. */
  | { readonly status: 'probing' };

/** The circuit is open: the service was not called. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen';
}

export interface CircuitBreaker {
  /** Calls the service if the circuit allows it, and counts the outcome. @throws CircuitOpen */
  run<T>(ask: () => Promise<T>): Promise<T>;
  /**
   * The same without counting: for calls whose failure says nothing about the service, since the caller can
   * cause it. @throws CircuitOpen
   */
  runUncounted<T>(ask: () => Promise<T>): Promise<T>;
}

const FAILURES_TO_OPEN = 3;
const OPEN_MS = 2000;

/** @param now a monotonic clock in ms */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let circuit: Circuit = { status: 'closed', failures: 0 };

  const openUp = () => {
    circuit = { status: 'open', until: now() + OPEN_MS };
  };
  const isRefusing = () =>
    circuit.status === 'probing' || (circuit.status === 'open' && now() < circuit.until);
  const refuse = () => {
    throw new CircuitOpen('It failed several times in a row and is not called for a moment.');
  };

  return {
    async run(ask) {
      if (isRefusing()) refuse();
      const isProbe = circuit.status === 'open';
      if (isProbe) circuit = { status: 'probing' };
      try {
        const answer = await ask();
        // A call from before the circuit opened proves nothing about now.
        if (isProbe || circuit.status === 'closed') circuit = { status: 'closed', failures: 0 };
        return answer;
      } catch (error) {
        if (isProbe) openUp();
        else if (circuit.status === 'closed') {
          const failures = circuit.failures + 1;
          if (failures >= FAILURES_TO_OPEN) openUp();
          else circuit = { status: 'closed', failures };
        }
        throw error;
      }
    },
    async runUncounted(ask) {
      if (isRefusing()) refuse();
      return ask();
    },
  };
}
