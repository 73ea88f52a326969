/**
 * A circuit breaker: a service that failed several times in a row is left alone for a moment, so that
 * nobody waits for it in vain; then one call tries whether it is back.
 */

type Circuit =
  | { readonly status: 'closed'; readonly failures: number }
  /** Nothing is tried until then (ms of the clock given). */
  | { readonly status: 'open'; readonly until: number }
  /** One call is under way to see whether the service is back; the others are refused. */
  | { readonly status: 'probing' };

/** The circuit is open: the service was not asked. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen';
}

export interface CircuitBreaker {
  /** Asks the service where the circuit lets it, and counts how that went. @throws CircuitOpen */
  run<T>(ask: () => Promise<T>): Promise<T>;
  /**
   * The same without counting: for questions whose failure says nothing about the service, since
   * whoever asks can bring it about. @throws CircuitOpen
   */
  runUncounted<T>(ask: () => Promise<T>): Promise<T>;
}

export function createCircuitBreaker(options: {
  readonly failuresToOpen: number;
  readonly openMs: number;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}): CircuitBreaker {
  const { failuresToOpen, openMs, now = () => performance.now() } = options;
  let circuit: Circuit = { status: 'closed', failures: 0 };

  const openUp = () => {
    circuit = { status: 'open', until: now() + openMs };
  };
  const isRefusing = () =>
    circuit.status === 'probing' || (circuit.status === 'open' && now() < circuit.until);
  const refuse = () => {
    throw new CircuitOpen('It failed several times in a row and is left alone for a moment.');
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
          if (failures >= failuresToOpen) openUp();
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
