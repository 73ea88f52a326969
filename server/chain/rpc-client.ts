/**
 * The calls to one endpoint, counted. Calls that must agree form one request; where batches are
 * refused, each is a request of its own. A result is `unknown` until it is parsed.
 */
import { monotonicNow } from '../lib/machine.ts';
import {
  failureOf,
  isOfContract,
  RequestTooLarge,
  RpcRefusal,
  TooManyRequests,
} from './failures.ts';
import { reasonOf, valueOf, type Outcome, type RpcCall, type Transport } from './json-rpc.ts';

const BATCHES_TRIED_AGAIN_AFTER_MS = 10 * 60_000;

export type RpcClient = ReturnType<typeof createRpcClient>;

export function createRpcClient(transport: Pick<Transport, 'send'>) {
  /** Until when no batch is sent, since one was refused. */
  let singlyUntil = -Infinity;
  const client = {
    calls: 0,
    /** How many of them failed through the endpoint's own fault. */
    failures: 0,

    /**
     * The result of one call, unparsed.
     * @throws RpcRefusal if the node answered with an error, TooManyRequests, AnswerTooLarge; Error
     * if it gave no proper answer.
     */
    async call(call: RpcCall): Promise<unknown> {
      const [outcome] = await client.together([call]);
      return valueOf(outcome);
    },

    /**
     * The outcome of each of a few calls, in their order. They form one request, unless batches are
     * refused.
     */
    async together(calls: readonly RpcCall[]): Promise<Outcome[]> {
      client.calls += calls.length;
      const outcomes = await outcomesOf(calls);
      for (const one of outcomes) {
        if (one.status === 'rejected' && !isOfContract(one.reason)) client.failures += 1;
      }
      return outcomes;
    },
  };
  return client;

  async function outcomesOf(calls: readonly RpcCall[]): Promise<Outcome[]> {
    const isBatch = calls.length > 1 && monotonicNow() >= singlyUntil;
    if (isBatch || calls.length === 1) {
      const outcomes = await sendBatch(calls);
      const refusal = isBatch ? refusalOf(outcomes) : null;
      if (refusal === null) return outcomes;
      if (failureOf(refusal) === 'limited') {
        // A plan may count each call of a batch: single calls succeed, but only later.
        sendSingly();
        return outcomes;
      }
    }
    const outcomes: Outcome[] = [];
    for (const call of calls) outcomes.push(...(await sendBatch([call])));
    // An endpoint that refuses single calls as well has another reason.
    if (isBatch && outcomes.some(({ status }) => status === 'fulfilled')) sendSingly();
    return outcomes;
  }

  function sendSingly(): void {
    singlyUntil = monotonicNow() + BATCHES_TRIED_AGAIN_AFTER_MS;
  }

  async function sendBatch(calls: readonly RpcCall[]): Promise<Outcome[]> {
    try {
      return await transport.send(calls);
    } catch (error) {
      const methods = [...new Set(calls.map(({ method }) => method))].join(', ');
      const reason: unknown =
        failureOf(error) === 'silent'
          ? new Error(`${methods} got no proper answer`, { cause: error })
          : error;
      return calls.map((): Outcome => ({ status: 'rejected', reason }));
    }
  }
}

/** Why a batch was refused as a whole; null if it was not. */
function refusalOf(outcomes: readonly Outcome[]): unknown {
  const errors = outcomes.map(reasonOf);
  const [first] = errors;
  const isOfWhole =
    first instanceof RpcRefusal ||
    first instanceof RequestTooLarge ||
    first instanceof TooManyRequests;
  if (isOfWhole && errors.every((error) => error === first)) return first;
  // Some providers refuse a batch with one error, under the first call's id.
  const speaksOfBatches = (error: unknown) =>
    error instanceof RpcRefusal && (/batch/.test(error.text) || error.code === -32600);
  const isOfFirst = first instanceof RpcRefusal && !errors.includes(null);
  return isOfFirst && errors.some(speaksOfBatches) ? first : null;
}
