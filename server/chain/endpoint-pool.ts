/**
 * Which endpoint is asked. They are preferred in the order in which they were named; one that fails, asks
 * to be left alone, lags or is another chain is passed over for a minute, and still asked where all others
 * fail. Nobody is asked only to see how it is.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { WrongChain } from './check-chain.ts';
import type { Endpoint } from './endpoint.ts';
import { BlockRefused, failureOf, type Failure } from './failures.ts';

export interface PoolRead {
  /** For the whole read, however many endpoints are tried. */
  readonly ms: number;
  /** Endpoints that have come to this block are asked first. */
  readonly atLeastBlock?: number;
  /** Whether a player can bring a failure about: it says nothing of an endpoint then. */
  readonly isPlayers?: boolean;
  /** Told why an endpoint gave no answer, before the next one is asked. */
  readonly onFailure?: (endpoint: Endpoint, error: unknown) => void;
}

export interface EndpointPool {
  /**
   * Asks one endpoint after the other until one answers.
   * @throws NoneAnswered; what a contract itself refuses is thrown as it is.
   */
  ask<T>(read: (endpoint: Endpoint) => Promise<T>, options: PoolRead): Promise<T>;
  /** The endpoint that would be asked first. */
  first(): Endpoint | undefined;
  /** Whether some endpoint answered when it was last asked. */
  isReachable(): boolean;
  close(): void;
}

/** No endpoint gave an answer; why each of them did not. */
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
/** A new block takes a moment to reach everyone: one behind is no lag. */
const BLOCKS_BEHIND = 2;
/** Of what is left of a read one try gets at least this part, however many endpoints there are. */
const TRIES = 3;
const OF_THIS_READ: ReadonlySet<Failure> = new Set(['range', 'size', 'pruned']);
/** In less nobody answers. */
const MIN_TRY_MS = 50;

export function createEndpointPool(
  endpoints: readonly Endpoint[],
  now: () => number,
): EndpointPool {
  const closing = new AbortController();
  let isReachable = true;

  const mayBeAsked = (endpoint: Endpoint) => endpoint.availableAt() <= now();

  function isBehind(endpoint: Endpoint): boolean {
    const head = endpoint.freshHead();
    if (head === null) return false;
    return endpoints.some((other) => (other.freshHead() ?? 0) >= head + BLOCKS_BEHIND);
  }

  /** Who goes first: 0 is best. */
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

  /** For a minute the other endpoints go first. */
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
        // One that cools down may be asked once it has, if that is in time.
        const coolAt = Math.min(
          ...endpoints
            .filter((one) => untried.has(one) || failureOf(errors.get(one)) === 'limited')
            .map((one) => one.availableAt()),
        );
        if (coolAt > until - MIN_TRY_MS) break;
        await sleep(Math.max(1, coolAt - now()), undefined, { signal: closing.signal }).catch(
          () => undefined,
        );
        for (const one of endpoints) {
          if (failureOf(errors.get(one)) === 'limited' && mayBeAsked(one)) untried.add(one);
        }
        continue;
      }
      untried.delete(endpoint);
      try {
        const shareMs = leftMs / Math.min(candidates.length, TRIES);
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
        // What is too much for one read, or too old, says nothing of the next one.
        if (failure === 'limited' || (!isPlayers && !isOfThisRead(error))) {
          passOver(endpoint);
        }
      }
    }
    const why = [...errors.values()];
    // What players bring about, and what a node answers in its own words, is no silence.
    if (!isPlayers && !why.some((error) => isAnswer(error))) isReachable = false;
    throw new NoneAnswered(
      why.length > 0
        ? why
        : [
            new Error(
              closing.signal.aborted ? 'it is closed' : 'every endpoint is left alone for now',
            ),
          ],
    );
  }

  return {
    ask,
    first: () => (closing.signal.aborted ? undefined : inOrder(0).find(mayBeAsked)),
    isReachable: () => isReachable,
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
