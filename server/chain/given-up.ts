/**
 * Decides when to give up on the logs of one block, so that no block can stop the game. A block that every
 * endpoint refuses for its size is given up immediately; one that is refused in unknown words, or never
 * arrives in time, after three reads.
 */
import type { Endpoint } from './endpoint.ts';
import { NoneAnswered } from './endpoint-pool.ts';
import { BlockRefused, failureOf, isLate } from './failures.ts';

const ATTEMPTS = 3;
/** A node that answered something within this time is slow with this block, not down. */
const ANSWERED_LATELY_MS = 30_000;
/** How many blocks are remembered. Blocks are read one after the other, so this is plenty. */
const MOST_BLOCKS = 64;

export interface GivenUp {
  /**
   * Runs a read of logs.
   * @param block identifies what is read
   * @param read calls `failed` for each endpoint that returned no logs
   * @param instead gives the answer if the block is given up
   */
  orInstead<T>(
    block: string,
    read: (failed: (endpoint: Endpoint, error: unknown, isOneBlock: boolean) => void) => Promise<T>,
    instead: () => Promise<T>,
  ): Promise<T>;
}

interface Outcome {
  readonly endpoint: Endpoint;
  readonly error: unknown;
  readonly isOneBlock: boolean;
}

/** @param now a monotonic clock in ms */
export function createGivenUp(endpoints: readonly Endpoint[], now: () => number): GivenUp {
  const attempts = new Map<string, { readonly count: number; readonly at: number }>();

  /** True if every endpoint refused it for its size; one that is rate-limited may still answer. */
  function isForGood(outcomes: readonly Outcome[]): boolean {
    const usable = outcomes.filter(({ error }) => error instanceof BlockRefused || !isAway(error));
    const isWaitedFor = endpoints.some((endpoint) => endpoint.status().state === 'limited');
    return (
      usable.length > 0 &&
      !isWaitedFor &&
      usable.every(
        ({ error }) =>
          error instanceof BlockRefused && ['size', 'range'].includes(failureOf(error)),
      )
    );
  }

  function attemptsAfter(block: string, outcomes: readonly Outcome[]): number {
    const before = attempts.get(block) ?? { count: 0, at: now() - ANSWERED_LATELY_MS };
    const isTried = outcomes.some(
      ({ endpoint, error, isOneBlock }) =>
        error instanceof BlockRefused ||
        (isOneBlock && isLate(error) && endpoint.lastAnswerAt() > before.at),
    );
    if (!isTried) return before.count;
    const count = before.count + 1;
    attempts.delete(block);
    attempts.set(block, { count, at: now() });
    const [oldest] = attempts.keys();
    if (attempts.size > MOST_BLOCKS && oldest !== undefined) attempts.delete(oldest);
    return count;
  }

  return {
    async orInstead(block, read, instead) {
      const outcomes: Outcome[] = [];
      try {
        const answer = await read((endpoint, error, isOneBlock) => {
          outcomes.push({ endpoint, error, isOneBlock });
        });
        attempts.delete(block);
        return answer;
      } catch (error) {
        if (!(error instanceof NoneAnswered)) throw error;
        if (!isForGood(outcomes) && attemptsAfter(block, outcomes) < ATTEMPTS) throw error;
        return instead();
      }
    },
  };
}

/** True if an endpoint is down. */
function isAway(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'silent' || failure === 'skipped';
}
