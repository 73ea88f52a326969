/**
 * Chooses the endpoint for each read: the first in the order of ETH_RPC_URL, unless it fails, limits our
 * rate or lags. Such an endpoint is skipped for a minute, and asked in that time only if the others fail
 * too. There are no health checks: an endpoint's state is what its last calls showed.
 */
import { sleep } from '../lib/machine.ts';
import { WrongChain } from './check-chain.ts';
import type { Endpoint } from './endpoint.ts';
import { BlockRefused, failureOf, type Failure } from './failures.ts';

export interface PoolRead {
  /** The limit of the whole read, including all endpoints tried. */
  readonly ms: number;
  /** Endpoints that have reached this block are asked first. */
  readonly atLeastBlock?: number;
  /** True if a player can cause the read to fail: then a failure does not count against the endpoint. */
  readonly isPlayers?: boolean;
  /** Called with an endpoint's error before the next endpoint is asked. */
  readonly onFailure?: (endpoint: Endpoint, error: unknown) => void;
}

export interface EndpointPool {
  /**
   * Asks one endpoint after the other until one answers.
   * @throws NoneAnswered; a contract's revert as it is.
   */
  ask<T>(read: (endpoint: Endpoint) => Promise<T>, options: PoolRead): Promise<T>;
  /** The endpoint that would be asked first. */
  first(): Endpoint | undefined;
  /** True if some endpoint answered the last read. */
  isReachable(): boolean;
  /** Notes that none answered outside of `ask` either, for these reasons. */
  noneAnswered(reasons: readonly unknown[]): void;
  close(): void;
}

/** No endpoint answered; `errors` has each one's reason. */
export class NoneAnswered extends Error {
  override readonly name = 'NoneAnswered';
  readonly errors: readonly unknown[];

  constructor(errors: readonly unknown[]) {
    super('No endpoint of the chain answered.', {
      cause: errors.length === 1 ? errors[0] : new AggregateError(errors, 'each in its own way'),
    });
    this.errors = errors;
  }
}

const PASSED_OVER_MS = 60_000;
/** A new block takes a moment to reach every node: this many blocks behind is no lag. */
const BLOCKS_BEHIND = 2;
/**
 * The share of the remaining time that one attempt gets if there are other endpoints to try: most of it,
 * since a slow answer still is one.
 */
const TRY_SHARE = 0.6;
const OF_THIS_READ: ReadonlySet<Failure> = new Set(['range', 'size', 'pruned']);
/** No node answers faster. */
const MIN_TRY_MS = 50;

export function createEndpointPool(
  endpoints: readonly Endpoint[],
  now: () => number,
): EndpointPool {
  const closing = new AbortController();
  let isReachable = true;

  const mayBeAsked = (endpoint: Endpoint) => endpoint.availableAt() <= now();

  /** An error that a node itself answers does not make the chain unreachable. */
  function noneAnswered(reasons: readonly unknown[]): void {
    if (!reasons.some((error) => isAnswer(error))) isReachable = false;
  }

  function isBehind(endpoint: Endpoint): boolean {
    const head = endpoint.freshHead();
    if (head === null) return false;
    return endpoints.some((other) => (other.freshHead() ?? 0) >= head + BLOCKS_BEHIND);
  }

  /** The order of preference: 0 is best. */
  function rank(endpoint: Endpoint, atLeastBlock: number): number {
    if (endpoint.passedOverUntil > now()) return 3;
    if (isBehind(endpoint)) return 2;
    return (endpoint.freshHead() ?? 0) >= atLeastBlock ? 0 : 1;
  }

  function inOrder(atLeastBlock: number): Endpoint[] {
    return endpoints
      .map((endpoint) => ({ endpoint, rank: rank(endpoint, atLeastBlock) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ endpoint }) => endpoint);
  }

  /** Other endpoints go first for a minute. */
  function passOver(endpoint: Endpoint): void {
    endpoint.passedOverUntil = now() + PASSED_OVER_MS;
  }

  async function ask<T>(
    read: (endpoint: Endpoint) => Promise<T>,
    { ms, atLeastBlock = 0, isPlayers = false, onFailure }: PoolRead,
  ): Promise<T> {
    const until = now() + ms;
    const errors = new Map<Endpoint, unknown>();
    const untried = new Set(endpoints);
    for (const endpoint of endpoints) {
      endpoint.remind();
      if (isBehind(endpoint)) endpoint.lagged();
    }
    for (;;) {
      const candidates = inOrder(atLeastBlock).filter((one) => untried.has(one) && mayBeAsked(one));
      const [endpoint] = candidates;
      const leftMs = until - now();
      if (closing.signal.aborted || leftMs < MIN_TRY_MS) break;
      if (!endpoint) {
        // Waits for a rate-limited endpoint, if its pause ends in time.
        const coolAt = Math.min(
          ...endpoints
            .filter((one) => untried.has(one) || failureOf(errors.get(one)) === 'limited')
            .map((one) => one.availableAt()),
        );
        if (coolAt > until - MIN_TRY_MS) break;
        await sleep(Math.max(1, coolAt - now()), closing.signal).catch(() => undefined);
        for (const one of endpoints) {
          if (failureOf(errors.get(one)) === 'limited' && mayBeAsked(one)) untried.add(one);
        }
        continue;
      }
      untried.delete(endpoint);
      try {
        const shareMs = candidates.length > 1 ? leftMs * TRY_SHARE : leftMs;
        const answer = await endpoint.ask(() => read(endpoint), shareMs, isPlayers);
        endpoint.passedOverUntil = -Infinity;
        isReachable = true;
        return answer;
      } catch (error) {
        errors.set(endpoint, error);
        onFailure?.(endpoint, error);
        const failure = failureOf(error);
        if (failure === 'reverted') throw error;
        if (failure === 'lag') endpoint.lagged();
        // A read that was too large, or of too old a block, says nothing about the next read.
        if (failure === 'limited' || (!isPlayers && !isOfThisRead(error))) {
          passOver(endpoint);
        }
      }
    }
    const why = [...errors.values()];
    // Nor do failures that players cause make the chain unreachable.
    if (!isPlayers) noneAnswered(why);
    throw new NoneAnswered(
      why.length > 0
        ? why
        : [
            new Error(
              closing.signal.aborted
                ? 'it is closed'
                : 'every endpoint is rate-limited or on a wrong chain',
            ),
          ],
    );
  }

  return {
    ask,
    first: () => (closing.signal.aborted ? undefined : inOrder(0).find(mayBeAsked)),
    isReachable: () => isReachable,
    noneAnswered,
    close: () => closing.abort(),
  };
}

function isOfThisRead(error: unknown): boolean {
  return error instanceof BlockRefused || OF_THIS_READ.has(failureOf(error));
}

function isAnswer(error: unknown): boolean {
  return (
    !(error instanceof WrongChain) &&
    !['silent', 'skipped', 'limited', 'refused'].includes(failureOf(error))
  );
}
