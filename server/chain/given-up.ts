/**
 * When to give up on the logs of one block. For good is what every endpoint refuses for its size; what
 * is refused in words that nobody knows, or never comes in time, is asked for three times in all. So
 * nothing that one block holds keeps the game from the next.
 */
import type { Endpoint } from './endpoint.ts';
import { NoneAnswered } from './endpoint-pool.ts';
import { BlockRefused, failureOf, isLate } from './failures.ts';

const ATTEMPTS = 3;
/** A node that answered something so lately is slow with this block, and not away. */
const ANSWERED_LATELY_MS = 30_000;
/** Blocks are read one after the other: more are never under way. */
const MOST_BLOCKS = 64;

export interface GivenUp {
  /**
   * Runs a read of logs.
   * @param block tells what is read from the next
   * @param read tells `failed` why an endpoint gave none, and whether only one block was asked for
   * @param instead what is answered where the block is given up
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

  /** An endpoint that may yet answer has not refused. */
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

/** Whether an endpoint can't be asked at all, for now. */
function isAway(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'silent' || failure === 'skipped';
}
