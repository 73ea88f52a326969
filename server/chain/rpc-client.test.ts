import { describe, expect, test } from 'vitest';
import { RequestTooLarge, TooManyRequests } from './failures.ts';
import { RpcClient } from './rpc-client.ts';
import { ScriptedNode, type NodeCall } from './testing/scripted-node.ts';

const chainIds = (count: number) =>
  Array.from({ length: count }, () => ({ method: 'eth_chainId', params: [] }));
const refusal = (calls: readonly NodeCall[], id: number | null = null) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: id ?? null,
    error: { code: -32600, message: `batch of ${calls.length} is too large` },
  });

const clientOf = ({ transport }: ScriptedNode, now = () => 0) =>
  new RpcClient({ transport, now, tally: { calls: 0, failures: 0, answeredAt: 0 } });

describe('a client of an endpoint', () => {
  test('sends calls made together in one request, up to 20', async () => {
    const node = new ScriptedNode();
    const client = clientOf(node);
    await Promise.all(chainIds(45).map(({ method, params }) => client.call(method, params)));
    expect(node.requests).toBe(3);
  });

  test('keeps calls that must agree in a separate request', async () => {
    const node = new ScriptedNode();
    const sizes: number[] = [];
    node.onRequest = async (calls) => {
      sizes.push(calls.length);
      return null;
    };
    const client = clientOf(node);
    await Promise.all([client.call('eth_chainId', []), client.together(chainIds(3))]);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 3]);
  });

  for (const [what, refuse] of [
    ['an error for the whole', (calls) => refusal(calls)],
    ['an error with the first call’s id', (calls) => refusal(calls, calls[0]?.id)],
    [
      'HTTP 413',
      () => {
        throw new RequestTooLarge('HTTP 413');
      },
    ],
  ] as const satisfies readonly (readonly [string, (calls: readonly NodeCall[]) => string])[]) {
    test(`splits batches for an endpoint that refuses large ones by ${what}, and learns the limit`, async () => {
      const node = new ScriptedNode();
      node.onRequest = async (calls) => (calls.length > 3 ? refuse(calls) : null);
      const client = clientOf(node);
      const outcomes = await client.together(chainIds(10));
      expect(outcomes).toEqual(
        Array.from({ length: 10 }, () => ({ status: 'fulfilled', value: '0x1' })),
      );
      node.forget();
      await client.together(chainIds(9));
      expect(node.requests).toBe(3);
    });
  }

  test('sends one call at a time to an endpoint that accepts no batches, and tries again later', async () => {
    let nowMs = 0;
    const node = new ScriptedNode();
    node.onRequest = async (calls) => (calls.length > 1 ? refusal(calls) : null);
    const client = clientOf(node, () => nowMs);
    await client.together(chainIds(4));
    node.forget();
    await client.together(chainIds(4));
    expect(node.requests).toBe(4);
    nowMs += 11 * 60_000;
    node.onRequest = () => Promise.resolve(null);
    node.forget();
    await client.together(chainIds(4));
    expect(node.requests).toBe(2);
  });

  test('does not repeat call by call what an endpoint refuses altogether', async () => {
    const node = new ScriptedNode();
    node.onRequest = async (calls) => refusal(calls);
    const outcomes = await clientOf(node).together(chainIds(20));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(node.requests).toBeLessThan(10);
  });

  test('a rate limit is not a batch size: it is not retried immediately, but with less next time', async () => {
    const node = new ScriptedNode();
    node.onRequest = () => Promise.reject(new TooManyRequests('HTTP 429', null));
    const client = clientOf(node);
    const [outcome] = await client.together(chainIds(20));
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TooManyRequests) });
    expect(node.requests).toBe(1);
    node.onRequest = () => Promise.resolve(null);
    node.forget();
    await client.together(chainIds(20));
    expect(node.requests).toBe(2);
  });
});
