/** Who moved tokens, according to endpoints that lag, limit, lose and refuse. */
import { toQuantity } from 'ethers';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { address } from '../../common/values/address.ts';
import { ChainUnavailable } from './chain.ts';
import { AnswerTooLarge, TooManyRequests } from './failures.ts';
import { TRANSFER, TRANSFER_SINGLE } from './headers.ts';
import type { RpcChainOptions } from './rpc-chain.ts';
import { blockAt, fakeTime, hashOf, poolOf, type NodeCall } from './testing/scripted-node.ts';
import { TEST_CONTRACTS } from './testing/fake-chain.ts';

const ALICE = address('0x0000000000000000000000000000000000000a11');
const BOB = address('0x0000000000000000000000000000000000000b0b');
const NOBODY = address(`0x${'0'.repeat(40)}`);

const topic = (wallet: string) => `0x${wallet.slice(2).toLowerCase().padStart(64, '0')}`;

function transfer(number: number, from: string, to: string, branch = 'a') {
  return {
    address: TEST_CONTRACTS.dena,
    topics: [TRANSFER, topic(from), topic(to)],
    data: '0x',
    blockNumber: toQuantity(number),
    blockHash: hashOf(number, branch),
  };
}

/** In each block whose number ends with 5 Alice sends to Bob. */
const everyTenth = (number: number) => (number % 10 === 5 ? [transfer(number, ALICE, BOB)] : []);

async function setUp(count: 1 | 2 = 1, options: Partial<RpcChainOptions> = {}) {
  const pool = poolOf(count, { callMs: 1000, ...options });
  for (const node of pool.nodes) {
    node.head = 3000;
    node.logs = everyTenth;
  }
  await pool.chain.checkEndpoints();
  for (const node of pool.nodes) node.forget();
  return pool;
}

const filterSchema = z.object({
  fromBlock: z.string().transform(Number),
  toBlock: z.string().transform(Number),
});
/** How many blocks an eth_getLogs spans; 0 for all other calls. */
function spanOf({ method, params }: NodeCall): number {
  const filter = filterSchema.safeParse(method === 'eth_getLogs' ? params[0] : null);
  return filter.success ? filter.data.toBlock - filter.data.fromBlock + 1 : 0;
}
const isLogs = ({ method }: NodeCall) => method === 'eth_getLogs';
const refuse = (message: string, code = -32000) => ({ error: { code, message } });
const outcome = (call: Promise<unknown>) =>
  call.catch((error: unknown) => (error instanceof ChainUnavailable ? 'unavailable' : error));

describe('the transfers in a block', () => {
  test('[CHN1] are read by its hash, and name both parties but not the zero address', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].logs = (number) => [
      transfer(number, NOBODY, ALICE),
      {
        ...transfer(number, ALICE, BOB),
        topics: [TRANSFER_SINGLE, topic(TEST_CONTRACTS.dena), topic(ALICE), topic(BOB)],
      },
      { ...transfer(number, TEST_CONTRACTS.dena, TEST_CONTRACTS.dena), removed: true },
    ];
    expect(await chain.transfersIn(blockAt(50))).toEqual([ALICE, BOB]);
    nodes[0].forget();
    expect(await chain.transfersIn(blockAt(51))).toEqual([ALICE, BOB]);
    expect(nodes[0].calls).toMatchObject([
      { method: 'eth_getLogs', params: [{ blockHash: hashOf(51) }] },
    ]);
  });

  test.each(['unknown block', 'header not found', 'Block not found', 'block not found: 0x12'])(
    'a block that an endpoint does not know (“%s”) is read from the next, otherwise unavailable',
    async (words) => {
      const { chain, nodes } = await setUp(2);
      nodes[0].faulty = (call) => (isLogs(call) ? refuse(words) : null);
      expect(await chain.transfersIn(blockAt(55))).toEqual([ALICE, BOB]);
      nodes[1].faulty = nodes[0].faulty;
      for (let i = 0; i < 5; i += 1) {
        expect(await outcome(chain.transfersIn(blockAt(65)))).toBe('unavailable');
      }
    },
  );

  test('an endpoint that returns nothing for unknown blocks is asked by number, with the header', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].head = 50;
    nodes[0].faulty = ({ params }) =>
      JSON.stringify(params).includes('blockHash') ? { result: [] } : null;
    // Otherwise it would seem that nothing moved in block 55.
    expect(await outcome(chain.transfersIn(blockAt(55)))).toBe('unavailable');
    nodes[0].head = 60;
    expect(await chain.transfersIn(blockAt(55))).toEqual([ALICE, BOB]);
    expect(await chain.transfersIn(blockAt(56))).toEqual([]);
  });

  test.each(['unknown field `blockHash`', 'invalid params', 'missing field fromBlock'])(
    'an endpoint that does not accept blockHash (“%s”) is asked by number, and its block compared',
    async (words) => {
      const { chain, nodes } = await setUp();
      nodes[0].faulty = ({ params }) =>
        JSON.stringify(params).includes('blockHash') ? refuse(words, -32602) : null;
      expect(await chain.transfersIn(blockAt(55))).toEqual([ALICE, BOB]);
      expect(await outcome(chain.transfersIn(blockAt(55, 'b')))).toBe('unavailable');
    },
  );

  test('logs of a block other than the requested one are not an answer', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].logs = (number) => [transfer(number, ALICE, BOB, 'b')];
    expect(await outcome(chain.transfersIn(blockAt(55)))).toBe('unavailable');
  });

  test('a block that every endpoint refuses for its size is given up', async () => {
    const { chain, nodes } = await setUp(2);
    const many = refuse('query returned more than 10000 results', -32005);
    nodes[0].faulty = (call) => (isLogs(call) ? many : null);
    expect(await chain.transfersIn(blockAt(55))).toEqual([ALICE, BOB]);
    nodes[1].onRequest = (calls) =>
      calls.some(isLogs) ? Promise.reject(new AnswerTooLarge('16 MB')) : Promise.resolve(null);
    expect(await chain.transfersIn(blockAt(65))).toBeNull();
  });

  test('but not while a rate-limited one may still answer, until the third time', async () => {
    const { chain, nodes } = await setUp(2);
    nodes[0].onRequest = () => Promise.reject(new TooManyRequests('HTTP 429', 60_000));
    await chain.head();
    nodes[1].faulty = (call) =>
      isLogs(call) ? refuse('query returned more than 10000 results') : null;
    const read = () => outcome(chain.transfersIn(blockAt(55)));
    expect([await read(), await read(), await read()]).toEqual([
      'unavailable',
      'unavailable',
      null,
    ]);
  });

  test('a refusal in unknown words is given up at the third time, block by block', async () => {
    const { chain, nodes } = await setUp(2);
    for (const node of nodes) {
      node.faulty = (call) => (isLogs(call) ? refuse('Internal error', -32603) : null);
    }
    const read = (block: number) => outcome(chain.transfersIn(blockAt(block)));
    const settle = () => chain.head().catch(() => undefined);
    expect(await read(55)).toBe('unavailable');
    await settle();
    expect(await read(65)).toBe('unavailable');
    await settle();
    expect(await read(55)).toBe('unavailable');
    await settle();
    expect(await read(55)).toBeNull();
  });

  test('one that never arrives in time is given up too, while the node answers other calls', async () => {
    const time = fakeTime();
    const { chain, nodes } = await setUp(1, { callMs: 200 });
    nodes[0].onRequest = (calls) =>
      calls.some(isLogs) ? new Promise(() => {}) : Promise.resolve(null);
    const read = async () => (await time.finish(outcome(chain.transfersIn(blockAt(55))))).value;
    for (let attempt = 1; attempt < 3; attempt += 1) {
      expect(await read()).toBe('unavailable');
      await time.pass(1);
      await chain.head();
    }
    expect(await read()).toBeNull();
  });

  test('but never while the node is down', async () => {
    const time = fakeTime();
    const { chain, nodes, pass } = await setUp(1, { callMs: 100 });
    nodes[0].onRequest = () => new Promise(() => {});
    for (let i = 0; i < 6; i += 1) {
      const { value } = await time.finish(outcome(chain.transfersIn(blockAt(55))));
      expect(value).toBe('unavailable');
      pass(3000);
    }
  });
});

describe('the transfers after a block', () => {
  test('[CHN1] cover as many blocks as requested, 1000 at most, in one request', async () => {
    const { chain, nodes } = await setUp();
    expect(await chain.transfersAfter(blockAt(50), 70)).toEqual({
      base: blockAt(50),
      end: blockAt(70),
      blocks: [55, 65].map((number) => ({ ...blockAt(number), wallets: [ALICE, BOB] })),
    });
    expect([nodes[0].requests, nodes[0].calls.length]).toEqual([1, 3]);
    const { end } = await chain.transfersAfter(blockAt(50), 2900);
    expect(end).toEqual(blockAt(1050));
  });

  test('logs and headers of two chains are not an answer', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].logs = (number) => (number === 70 ? [transfer(70, ALICE, BOB, 'b')] : []);
    expect(await outcome(chain.transfersAfter(blockAt(50), 70))).toBe('unavailable');
    nodes[0].logs = (number) =>
      number === 60 ? [transfer(60, ALICE, BOB, 'b'), transfer(60, ALICE, BOB)] : [];
    expect(await outcome(chain.transfersAfter(blockAt(50), 70))).toBe('unavailable');
  });

  test.each([
    [500, 'eth_getLogs is limited to a 500 range', 2],
    [10, 'You can make eth_getLogs requests with up to a 10 block range.', 2],
    [100, 'Block range limit exceeded.', 5],
    [1, 'maximum 1 blocks', 2],
  ])(
    'a range of %i is learnt from “%s” within %i requests, and kept',
    async (most, words, requests) => {
      const { chain, nodes, pass } = await setUp();
      nodes[0].faulty = (call) => (spanOf(call) > most ? refuse(words, -32602) : null);
      const { end } = await chain.transfersAfter(blockAt(50), 2900);
      expect(nodes[0].requests).toBe(requests);
      expect(end.number - 50).toBeLessThanOrEqual(most);
      expect(end.number - 50).toBeGreaterThan(most / 2);
      nodes[0].forget();
      await chain.transfersAfter(end, 2900);
      expect(nodes[0].requests).toBe(1);
      nodes[0].faulty = () => null;
      pass(10 * 60_000);
      const later = await chain.transfersAfter(blockAt(50), 2900);
      expect(later.end.number - 50).toBe(2 * (end.number - 50));
    },
  );

  test('too many results shrink only this read', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].faulty = (call) =>
      spanOf(call) > 3 ? refuse('query returned more than 10000 results', -32005) : null;
    const { end } = await chain.transfersAfter(blockAt(50), 2900);
    expect(end.number).toBe(52);
    nodes[0].faulty = () => null;
    expect((await chain.transfersAfter(blockAt(1052), 2900)).end.number).toBe(2052);
  });

  test('a range that never arrives in time is narrowed down until it does', async () => {
    const time = fakeTime();
    const { chain, nodes } = await setUp(1, { callMs: 150 });
    nodes[0].onRequest = (calls) =>
      calls.some((call) => spanOf(call) > 300) ? new Promise(() => {}) : Promise.resolve(null);
    const read = async () => {
      const { value } = await time.finish(outcome(chain.transfersAfter(blockAt(50), 2900)));
      await time.finish(chain.head());
      return value;
    };
    expect([await read(), await read()]).toEqual(['unavailable', 'unavailable']);
    expect(await read()).toMatchObject({ end: { number: 300 } });
  });

  test('a refusal in unknown words is given up at the third time', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].faulty = (call) => (isLogs(call) ? refuse('Internal error', -32603) : null);
    const read = () => outcome(chain.transfersAfter(blockAt(50), 70));
    expect(await read()).toBe('unavailable');
    expect(await read()).toBe('unavailable');
    expect(await read()).toEqual({ base: blockAt(50), end: blockAt(51), blocks: null });
  });

  test('a rate limit shrinks nothing', async () => {
    const { chain, nodes, pass } = await setUp();
    nodes[0].faulty = (call) => (isLogs(call) ? refuse('too many requests', 429) : null);
    expect(await outcome(chain.transfersAfter(blockAt(50), 2900))).toBe('unavailable');
    nodes[0].faulty = () => null;
    pass(31_000);
    expect((await chain.transfersAfter(blockAt(50), 2900)).end.number).toBe(1050);
  });
});
