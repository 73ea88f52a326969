/**
 * JSON-RPC 2.0 over a transport. Calls made in the same turn share a request; a batch that an endpoint
 * refuses is split in halves, down to single calls. An answer is `unknown` until it is parsed.
 */
import { z } from 'zod';
import { monotonicNow, nextTurn } from '../lib/machine.ts';
import { failureOf, RequestTooLarge, RpcRefusal } from './failures.ts';
import { learntLimit } from './learnt-limit.ts';
import { AnswerTooLarge, TooManyRequests, type Transport } from './transport.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface RpcClient {
  /**
   * The result of one call, unparsed; calls made in the same turn share a request.
   * @throws RpcRefusal if the node answered with an error, TooManyRequests, AnswerTooLarge; Error if it
   * gave no proper answer.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /**
   * The outcome of each of several calls, in their order. They form one request, without other calls in it,
   * unless the endpoint accepts fewer per request.
   */
  together(calls: readonly RpcCall[]): Promise<PromiseSettledResult<unknown>[]>;
  close(): void;
}

const MAX_CALLS_PER_REQUEST = 20;

interface Pending extends RpcCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = PromiseSettledResult<unknown>;

export function createRpcClient(
  transport: Pick<Transport, 'send' | 'close'>,
  options: {
    /** How many calls may share a request; defaults to 20. */
    readonly maxCallsPerRequest?: number;
    readonly now?: () => number;
  } = {},
): RpcClient {
  const { maxCallsPerRequest = MAX_CALLS_PER_REQUEST, now = monotonicNow } = options;
  const batch = learntLimit(maxCallsPerRequest, now);
  let lastId = 0;
  let queue: Pending[] = [];
  let isClosed = false;

  async function inRequests(calls: readonly RpcCall[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    while (outcomes.length < calls.length) {
      const next = calls.slice(outcomes.length, outcomes.length + batch.most());
      outcomes.push(...(await inHalves(next)));
    }
    return outcomes;
  }

  /** A request that was refused as a whole is sent again as two. */
  async function inHalves(calls: readonly RpcCall[]): Promise<Outcome[]> {
    const { outcomes, refusal } = await exchange(calls);
    if (refusal === null || calls.length === 1) return outcomes;
    const half = Math.ceil(calls.length / 2);
    if (failureOf(refusal) === 'limited') {
      // A plan may count each call of a batch: a smaller batch succeeds, but only later.
      batch.lower(half);
      return outcomes;
    }
    const first = await inHalves(calls.slice(0, half));
    // An endpoint that refuses the first half as well has a reason other than the batch's size.
    const isOfUse = first.some(({ status }) => status === 'fulfilled');
    if (!isOfUse && first.length > 1) return outcomes;
    const second = await inHalves(calls.slice(half));
    if (isOfUse) batch.lower(half);
    return [...first, ...second];
  }

  /** Sends one request. `refusal`: why it was refused as a whole; null if it was not. */
  async function exchange(
    calls: readonly RpcCall[],
  ): Promise<{ readonly outcomes: Outcome[]; readonly refusal: unknown }> {
    const envelopes = calls.map(({ method, params }) => {
      lastId += 1;
      return { jsonrpc: '2.0', id: lastId, method, params };
    });
    const all = (reason: unknown): Outcome[] => calls.map(() => ({ status: 'rejected', reason }));
    let answers: Answers;
    try {
      if (isClosed) throw new Error('the client is closed');
      answers = parsed(
        await transport.send(JSON.stringify(calls.length === 1 ? envelopes[0] : envelopes)),
      );
    } catch (error) {
      const isOfWhole = error instanceof RequestTooLarge || error instanceof TooManyRequests;
      const isTold = isOfWhole || error instanceof AnswerTooLarge;
      const methods = [...new Set(calls.map(({ method }) => method))].join(', ');
      const reason = isTold
        ? error
        : new Error(`${methods} got no proper answer`, { cause: error });
      return { outcomes: all(reason), refusal: isOfWhole ? error : null };
    }
    const outcomes = envelopes.map(({ id, method }) =>
      settled(method, answers.byId.get(String(id)) ?? answers.ofAll),
    );
    return { outcomes, refusal: refusalOfWhole(outcomes, answers) };
  }

  function flush(): void {
    const waiting = queue;
    queue = [];
    const size = batch.most();
    for (let from = 0; from < waiting.length; from += size) {
      const calls = waiting.slice(from, from + size);
      void settle(calls);
    }
  }

  async function settle(calls: readonly Pending[]): Promise<void> {
    const outcomes = await inHalves(calls);
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') calls[i]?.resolve(outcome.value);
      else calls[i]?.reject(outcome.reason);
    }
  }

  return {
    call(method, params) {
      return new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('the client is closed'));
          return;
        }
        if (queue.length === 0) nextTurn(flush);
        queue.push({ method, params, resolve, reject });
      });
    },
    together: inRequests,
    close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(new Error('the client is closed'));
      transport.close();
    },
  };
}

const idSchema = z.union([z.int(), z.string(), z.null()]).default(null);
const codeSchema = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?[0-9]{1,9}$/)
    .transform(Number),
]);
const answerSchema = z.object({
  id: idSchema,
  result: z.unknown().optional(),
  error: z
    .object({ code: codeSchema, message: z.string().default(''), data: z.unknown().optional() })
    .nullish(),
});
type Answer = z.infer<typeof answerSchema>;

interface Answers {
  readonly byId: ReadonlyMap<string, Answer>;
  readonly ofAll: Answer | undefined;
}

/**
 * The answers in a body. An error without an id is about the whole request (JSON-RPC 2.0, 5): a batch that
 * is too large, a limit. Anything that is not an answer is left out.
 */
function parsed(body: string): Answers {
  const content: unknown = JSON.parse(body);
  const answers = z
    .array(z.unknown())
    .parse(Array.isArray(content) ? content : [content])
    .flatMap((one) => {
      const answer = answerSchema.safeParse(one);
      return answer.success ? [answer.data] : [];
    });
  const byId = new Map<string, Answer>();
  for (const answer of answers) if (answer.id !== null) byId.set(String(answer.id), answer);
  return { byId, ofAll: answers.find(({ id, error }) => id === null && error) };
}

/** The error by which a whole batch was refused; null if it was not. */
function refusalOfWhole(outcomes: readonly Outcome[], { byId, ofAll }: Answers): unknown {
  const errors = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  if (errors.length < outcomes.length) return null;
  const [first] = errors;
  if (!(first instanceof RpcRefusal)) return null;
  if (ofAll && byId.size === 0) return first;
  const speaksOfBatches = (error: unknown) =>
    error instanceof RpcRefusal && (/batch/.test(error.words) || error.code === -32600);
  // Some providers refuse a batch with one error, under the first call's id.
  return errors.some(speaksOfBatches) ? first : null;
}

function settled(method: string, answer: Answer | undefined): Outcome {
  if (answer?.error) {
    const { code, message, data } = answer.error;
    return { status: 'rejected', reason: new RpcRefusal(method, code, message, data) };
  }
  if (answer && answer.result !== undefined) {
    return { status: 'fulfilled', value: answer.result };
  }
  return { status: 'rejected', reason: new Error(`${method} got no proper answer`) };
}
