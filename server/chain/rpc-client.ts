/**
 * The calls to one endpoint, counted. Those made in the same turn share a request; a batch that the endpoint
 * refuses is split in halves, down to single calls. A result is `unknown` until it is parsed.
 */
import { nextTurn } from '../lib/machine.ts';
import {
  AnswerTooLarge,
  failureOf,
  RequestTooLarge,
  RpcRefusal,
  TooManyRequests,
} from './failures.ts';
import type { Outcome, RpcCall, Transport } from './json-rpc.ts';

/** What an endpoint was asked, by all of its clients. */
export interface Tally {
  calls: number;
  /** How many of them failed through the endpoint's own fault. */
  failures: number;
  /** When it last answered one. */
  answeredAt: number;
}

const MAX_CALLS_PER_REQUEST = 20;

interface Pending extends RpcCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class RpcClient {
  readonly #transport: Pick<Transport, 'send' | 'close'>;
  readonly #tally: Tally;
  readonly #now: () => number;
  readonly #isAnswer: (error: unknown) => boolean;
  readonly #batch: LearntLimit;
  #queue: Pending[] = [];
  #isClosed = false;

  constructor(options: {
    readonly transport: Pick<Transport, 'send' | 'close'>;
    readonly tally: Tally;
    readonly now: () => number;
    /** How many calls may share a request; defaults to 20. */
    readonly maxCallsPerRequest?: number;
    /** True if an error still counts as an answer; defaults to a contract's revert. */
    readonly isAnswer?: (error: unknown) => boolean;
  }) {
    this.#transport = options.transport;
    this.#tally = options.tally;
    this.#now = options.now;
    this.#isAnswer = options.isAnswer ?? ((error) => failureOf(error) === 'reverted');
    this.#batch = new LearntLimit(options.maxCallsPerRequest ?? MAX_CALLS_PER_REQUEST, options.now);
  }

  /**
   * The result of one call, unparsed; calls made in the same turn share a request.
   * @throws RpcRefusal if the node answered with an error, TooManyRequests, AnswerTooLarge; Error if it
   * gave no proper answer.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown> {
    this.#tally.calls += 1;
    return new Promise((resolve, reject) => {
      if (this.#queue.length === 0) nextTurn(() => this.#flush());
      this.#queue.push({ method, params, resolve, reject });
    });
  }

  /**
   * The outcome of each of several calls, in their order. They form one request, without other calls in it,
   * unless the endpoint accepts fewer per request.
   */
  async together(calls: readonly RpcCall[]): Promise<Outcome[]> {
    this.#tally.calls += calls.length;
    const outcomes: Outcome[] = [];
    while (outcomes.length < calls.length) {
      const next = calls.slice(outcomes.length, outcomes.length + this.#batch.most());
      outcomes.push(...(await this.#inHalves(next)));
    }
    this.#count(outcomes);
    return outcomes;
  }

  close(): void {
    this.#isClosed = true;
    this.#transport.close();
  }

  #count(outcomes: readonly Outcome[]): void {
    for (const one of outcomes) {
      if (one.status === 'fulfilled' || this.#isAnswer(one.reason)) {
        this.#tally.answeredAt = this.#now();
      } else this.#tally.failures += 1;
    }
  }

  #flush(): void {
    const waiting = this.#queue;
    this.#queue = [];
    const size = this.#batch.most();
    for (let from = 0; from < waiting.length; from += size) {
      void this.#settle(waiting.slice(from, from + size));
    }
  }

  async #settle(calls: readonly Pending[]): Promise<void> {
    const outcomes = await this.#inHalves(calls);
    this.#count(outcomes);
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') calls[i]?.resolve(outcome.value);
      else calls[i]?.reject(outcome.reason);
    }
  }

  /** A request that was refused as a whole is sent again as two. */
  async #inHalves(calls: readonly RpcCall[]): Promise<Outcome[]> {
    const { outcomes, refusal } = await this.#exchange(calls);
    if (refusal === null || calls.length === 1) return outcomes;
    const half = Math.ceil(calls.length / 2);
    if (failureOf(refusal) === 'limited') {
      // A plan may count each call of a batch: a smaller batch succeeds, but only later.
      this.#batch.lower(half);
      return outcomes;
    }
    const first = await this.#inHalves(calls.slice(0, half));
    // An endpoint that refuses the first half as well has a reason other than the batch's size.
    const isOfUse = first.some(({ status }) => status === 'fulfilled');
    if (!isOfUse && first.length > 1) return outcomes;
    const second = await this.#inHalves(calls.slice(half));
    if (isOfUse) this.#batch.lower(half);
    return [...first, ...second];
  }

  /** Sends one request. `refusal`: why it was refused as a whole; null if it was not. */
  async #exchange(
    calls: readonly RpcCall[],
  ): Promise<{ readonly outcomes: Outcome[]; readonly refusal: unknown }> {
    try {
      if (this.#isClosed) throw new Error('the client is closed');
      const outcomes = await this.#transport.send(calls);
      return { outcomes, refusal: refusalOfBatch(outcomes) };
    } catch (error) {
      const isOfWhole =
        error instanceof RpcRefusal ||
        error instanceof RequestTooLarge ||
        error instanceof TooManyRequests;
      const methods = [...new Set(calls.map(({ method }) => method))].join(', ');
      const reason: unknown =
        isOfWhole || error instanceof AnswerTooLarge
          ? error
          : new Error(`${methods} got no proper answer`, { cause: error });
      const outcomes = calls.map((): Outcome => ({ status: 'rejected', reason }));
      return { outcomes, refusal: isOfWhole ? error : null };
    }
  }
}

/** Some providers refuse a batch with one error, under the first call's id; null if this is none of those. */
function refusalOfBatch(outcomes: readonly Outcome[]): unknown {
  const errors = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  if (errors.length < outcomes.length || !(errors[0] instanceof RpcRefusal)) return null;
  const speaksOfBatches = (error: unknown) =>
    error instanceof RpcRefusal && (/batch/.test(error.words) || error.code === -32600);
  return errors.some(speaksOfBatches) ? errors[0] : null;
}

const TRIED_AGAIN_AFTER_MS = 10 * 60_000;

/**
 * How much an endpoint accepts per request, learnt from its refusals. A provider's limits change with its
 * plan and its load, so a learnt limit is doubled every ten minutes.
 */
export class LearntLimit {
  readonly #upTo: number;
  readonly #now: () => number;
  #limit: number;
  #triedAgainAt = Infinity;

  constructor(upTo: number, now: () => number) {
    this.#upTo = upTo;
    this.#now = now;
    this.#limit = upTo;
  }

  /** The most to ask for in one request. */
  most(): number {
    if (this.#now() >= this.#triedAgainAt) {
      this.#limit = Math.min(this.#upTo, this.#limit * 2);
      this.#triedAgainAt =
        this.#limit === this.#upTo ? Infinity : this.#now() + TRIED_AGAIN_AFTER_MS;
    }
    return this.#limit;
  }

  /** It accepted no more than this. */
  lower(to: number): void {
    this.#limit = Math.max(1, Math.min(this.#limit, Math.floor(to)));
    this.#triedAgainAt = this.#now() + TRIED_AGAIN_AFTER_MS;
  }
}
