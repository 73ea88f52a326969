/**
 * Chooses the endpoint for each read: the first in the order of ETH_RPC_URL, unless it fails,
 * limits our rate or lags. Such an endpoint is skipped for a minute, and asked in that time only if
 * the others fail too. There are no health checks: an endpoint's state is what its last calls
 * showed.
 */
import { monotonicNow, sleep } from '../lib/machine.ts';
import { ChainUnavailable } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import type { Endpoint } from './endpoint.ts';
import { failureOf, isNoFault } from './failures.ts';

interface PoolRead {
  /** Endpoints that have reached this block are asked first. */
  readonly atLeastBlock?: number;
  /**
   * True if a player can cause the read to fail: then a failure does not count against the
   * endpoint.
   */
  readonly isPlayers?: boolean;
  /** Called with an endpoint's error before the next endpoint is asked. */
  readonly onFailure?: (endpoint: Endpoint, error: unknown) => void;
}

const DEPRIORITIZED_MS = 60_000;
/** A new block takes a moment to reach every node: this many blocks behind is no lag. */
const BLOCKS_BEHIND = 2;
/**
 * The share of the remaining time that one attempt gets if there are other endpoints to try: most
 * of it, since a slow answer still is one.
 */
const TRY_SHARE = 0.6;
/** No node answers faster. */
const MIN_TRY_MS = 50;

export type EndpointPool = ReturnType<typeof createPool>;

/** @param readMs the limit of a whole read, including all endpoints tried. */
export function createPool(endpoints: readonly Endpoint[], readMs: number) {
  const closing = new AbortController();
  const pool = {
    /** True if some endpoint answered the last read. */
    isReachable: true,

    /** The endpoint that would be asked first. */
    first: (): Endpoint | undefined =>
      closing.signal.aborted ? undefined : inOrder(0).find(mayBeAsked),

    mayBeAsked,

    /** @throws WrongChain if none passes and one is on a wrong chain; ChainUnavailable */
    async check(): Promise<void> {
      const check = (endpoint: Endpoint) => endpoint.check(2 * readMs);
      // The preferred endpoint goes first: in a new game its block 0 becomes the known one.
      const first = endpoints.slice(0, 1).map(check);
      await Promise.allSettled(first);
      const outcomes = await Promise.allSettled([...first, ...endpoints.slice(1).map(check)]);
      const errors = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [one.reason as unknown] : [],
      );
      if (errors.length < outcomes.length) return;
      // An error that a node itself answers does not make the chain unreachable.
      if (!errors.some(isNoFault)) pool.isReachable = false;
      throw errors.find((error) => error instanceof WrongChain) ?? unavailable(errors);
    },

    /**
     * Asks one endpoint after the other until one answers.
     * @throws ChainUnavailable, whose cause has each one's reason; only the contract's, if it
     * reverted.
     */
    async ask<T>(
      read: (endpoint: Endpoint) => Promise<T>,
      { atLeastBlock = 0, isPlayers = false, onFailure }: PoolRead = {},
    ): Promise<T> {
      const until = monotonicNow() + readMs;
      const errors = new Map<Endpoint, unknown>();
      const untried = new Set(endpoints);
      for (const endpoint of endpoints) {
        if (isBehind(endpoint)) endpoint.lagged();
      }
      for (;;) {
        const candidates = inOrder(atLeastBlock).filter(
          (one) => untried.has(one) && mayBeAsked(one),
        );
        const [endpoint] = candidates;
        const leftMs = until - monotonicNow();
        if (closing.signal.aborted || leftMs < MIN_TRY_MS) break;
        if (!endpoint) {
          // Waits for a rate-limited endpoint, if its pause ends in time.
          const limited = endpoints.filter((one) => failureOf(errors.get(one)) === 'limited');
          const coolAt = Math.min(...[...untried, ...limited].map((one) => one.availableAt()));
          if (coolAt > until - MIN_TRY_MS) break;
          await sleep(Math.max(1, coolAt - monotonicNow()), closing.signal).catch(() => undefined);
          for (const one of limited) if (mayBeAsked(one)) untried.add(one);
          continue;
        }
        untried.delete(endpoint);
        try {
          const shareMs = candidates.length > 1 ? leftMs * TRY_SHARE : leftMs;
          const answer = await endpoint.ask(() => read(endpoint), shareMs, isPlayers);
          endpoint.deprioritizedUntil = -Infinity;
          pool.isReachable = true;
          return answer;
        } catch (error) {
          errors.set(endpoint, error);
          onFailure?.(endpoint, error);
          const failure = failureOf(error);
          if (failure === 'reverted') throw unavailable([error]);
          if (failure === 'lag') endpoint.lagged();
          // A read that was too large, or of too old a block, says nothing about the next read.
          const isOfThisRead = isNoFault(error) && failure !== 'lag';
          if (failure === 'limited' || (!isPlayers && !isOfThisRead)) {
            endpoint.deprioritizedUntil = monotonicNow() + DEPRIORITIZED_MS;
          }
        }
      }
      const why = [...errors.values()];
      // Nor do failures that players cause make the chain unreachable.
      if (!isPlayers && !why.some(isNoFault)) pool.isReachable = false;
      if (why.length > 0) throw unavailable(why);
      const words = closing.signal.aborted
        ? 'it is closed'
        : 'every endpoint is rate-limited or on a wrong chain';
      throw unavailable([new Error(words)]);
    },

    close(): void {
      closing.abort();
      for (const endpoint of endpoints) endpoint.close();
    },
  };
  return pool;

  function mayBeAsked(endpoint: Endpoint): boolean {
    return endpoint.availableAt() <= monotonicNow();
  }

  function isBehind(endpoint: Endpoint): boolean {
    const head = endpoint.freshHead();
    if (head === null) return false;
    return endpoints.some((other) => (other.freshHead() ?? 0) >= head + BLOCKS_BEHIND);
  }

  /** The order of preference: 0 is best. */
  function rank(endpoint: Endpoint, atLeastBlock: number): number {
    if (endpoint.deprioritizedUntil > monotonicNow()) return 3;
    if (isBehind(endpoint)) return 2;
    return (endpoint.freshHead() ?? 0) >= atLeastBlock ? 0 : 1;
  }

  function inOrder(atLeastBlock: number): Endpoint[] {
    const ranks = new Map(endpoints.map((one) => [one, rank(one, atLeastBlock)]));
    return endpoints.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  }
}

function unavailable(errors: readonly unknown[]): ChainUnavailable {
  const cause = errors.length === 1 ? errors[0] : new AggregateError(errors, 'each in its own way');
  return new ChainUnavailable('The chain did not answer properly.', { cause });
}
