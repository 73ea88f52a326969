import { describe, expect, test } from 'vitest';
import { clockAhead } from '../../tools/test/clock-ahead.ts';
import { RequestTooLarge, RpcRefusal, TooManyRequests } from './failures.ts';
import type { Outcome, RpcCall } from './json-rpc.ts';
import { createRpcClient } from './rpc-client.ts';

const CALLS = Array.from({ length: 3 }, () => ({ method: 'eth_chainId', params: [] }));
const fulfilled = (calls: readonly RpcCall[]): Outcome[] =>
  calls.map(() => ({ status: 'fulfilled', value: '0x1' }));
const refusal = new RpcRefusal('eth_chainId', -32600, 'batch is too large');
const refuse = (error: Error) => (): Outcome[] => {
  throw error;
};
/** An error with the first call's id, and none with the others'. */
const refuseFirst = (calls: readonly RpcCall[]): Outcome[] =>
  calls.map((_call, i) => ({ status: 'rejected', reason: i === 0 ? refusal : new Error('none') }));

/**
 * A client whose endpoint answers batches like this, and the sizes of its requests since they were
 * last taken.
 */
function clientOf(answerBatch: (calls: readonly RpcCall[]) => Outcome[]) {
  const endpoint = { answerBatch, answerOne: fulfilled };
  const pass = clockAhead();
  let sizes: number[] = [];
  const transport = {
    send: async (calls: readonly RpcCall[]) => {
      sizes.push(calls.length);
      return calls.length > 1 ? endpoint.answerBatch(calls) : endpoint.answerOne(calls);
    },
  };
  const client = createRpcClient(transport);
  const taken = () => {
    const before = sizes;
    sizes = [];
    return before;
  };
  return { client, endpoint, pass, taken };
}

describe('a client of an endpoint', () => {
  test('sends calls that must agree in a request of their own', async () => {
    const { client, taken } = clientOf(fulfilled);
    await Promise.all([client.call({ method: 'eth_chainId', params: [] }), client.together(CALLS)]);
    expect(taken().toSorted((a, b) => a - b)).toEqual([1, 3]);
  });

  test.each<[string, (calls: readonly RpcCall[]) => Outcome[], number[]]>([
    ['an error for the whole', refuse(refusal), [3, 1, 1, 1]],
    ['an error with the first call’s id', refuseFirst, [3, 1, 1, 1]],
    ['HTTP 413', refuse(new RequestTooLarge('HTTP 413')), [3, 1, 1, 1]],
    // It is not repeated at once.
    ['a rate limit', refuse(new TooManyRequests('HTTP 429', null)), [3]],
  ])(
    'sends one call at a time to an endpoint that refuses batches by %s',
    async (_how, answer, first) => {
      const { client, endpoint, pass, taken } = clientOf(answer);
      const outcomes = await client.together(CALLS);
      expect(taken()).toEqual(first);
      if (first.length > 1) expect(outcomes).toEqual(fulfilled(CALLS));
      else expect(outcomes).toMatchObject([{ reason: expect.any(TooManyRequests) }, {}, {}]);
      await client.together(CALLS);
      expect(taken()).toEqual([1, 1, 1]);
      pass(11 * 60_000);
      endpoint.answerBatch = fulfilled;
      await client.together(CALLS);
      expect(taken()).toEqual([3]);
    },
  );

  test('does not blame batches for what an endpoint refuses altogether', async () => {
    const { client, endpoint, taken } = clientOf(refuse(refusal));
    endpoint.answerOne = refuse(refusal);
    const outcomes = await client.together(CALLS);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    endpoint.answerBatch = fulfilled;
    taken();
    await client.together(CALLS);
    expect(taken()).toEqual([3]);
  });
});
