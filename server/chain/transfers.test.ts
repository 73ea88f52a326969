/** Who moved tokens, according to endpoints that lag, limit, lose and refuse. */
import { toQuantity } from 'ethers';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { address } from '../../common/values/address.ts';
import { ChainUnavailable } from './chain.ts';
import type { RpcCall } from './json-rpc.ts';
import type { RpcChainOptions } from './rpc-chain.ts';
import { poke, sendDena, sendNfts } from './testing/chain-sim.ts';
import type { FakeNode } from './testing/fake-node.ts';
import { fakeTime, isLogs, poolOf, recentChain, refOf, refuse } from './testing/open-chain.ts';
import type { RpcLog } from './testing/sim-block.ts';

const ALICE = address('0x0000000000000000000000000000000000000a11');
const BOB = address('0x0000000000000000000000000000000000000b0b');
const CAROL = address('0x0000000000000000000000000000000000000ca1');

/** On a chain on which Alice sends to Bob in each block whose number ends with 5. */
async function setUp(count: 1 | 2 = 1, options: Partial<RpcChainOptions> = {}) {
  const sim = recentChain(3000);
  while (sim.head.number < 3000) sim.mine(sim.head.number % 10 === 4 ? [poke(BOB, ALICE)] : []);
  const pool = poolOf(count, { callMs: 1000, ...options }, sim);
  await pool.chain.confirm();
  for (const node of pool.nodes) node.resetCounts();
  return pool;
}

const filterSchema = z.object({
  fromBlock: z.string().transform(Number),
  toBlock: z.string().transform(Number),
});
/** How many blocks an eth_getLogs spans; 0 for all other calls. */
function spanOf({ method, params }: RpcCall): number {
  const filter = filterSchema.safeParse(method === 'eth_getLogs' ? params[0] : null);
  return filter.success ? filter.data.toBlock - filter.data.fromBlock + 1 : 0;
}
const isByHash = ({ params }: RpcCall) => JSON.stringify(params).includes('blockHash');
const TOO_MANY = 'query returned more than 10000 results';
const LIMITED = { rateLimit: { as: 'http', every: 1, retryAfterS: 60 } } as const;
const outcome = (call: Promise<unknown>) =>
  call.catch((error: unknown) => (error instanceof ChainUnavailable ? 'unavailable' : error));

/** Makes a node answer these logs for every block that there is. */
function giveLogs(node: FakeNode, logs: readonly RpcLog[] = []): void {
  node.beforeCall = (call) =>
    isLogs(call) && !JSON.stringify(call.params).includes('dead') ? logs : undefined;
}

describe('the transfers in a block', () => {
  test('[CHN1] are read by its hash, and name both parties but not the zero address', async () => {
    const { chain, nodes, sim } = await setUp();
    sim.give(ALICE, { denaWei: 7n });
    const block = sim.mine([
      sendNfts('national', null, ALICE, { usa: 1 }),
      sendDena(ALICE, BOB, 1n),
    ]);
    const removed = sim.fork(block, [[sendDena(ALICE, CAROL, 1n)]]).logs();
    giveLogs(
      nodes[0],
      [...block.logs(), ...removed].map((log) => ({ ...log, removed: removed.includes(log) })),
    );
    expect(await chain.transfersIn(refOf(block))).toEqual([ALICE, BOB]);
    nodes[0].resetCounts();
    nodes[0].beforeCall = (call) => {
      expect(call.params).toMatchObject([{ blockHash: sim.at(55)?.hash }]);
    };
    expect(await chain.transfersIn(refOf(sim.at(55)))).toEqual([ALICE, BOB]);
    expect(nodes[0].counts()).toEqual({ eth_getLogs: 1 });
  });

  test('[CHN1] of one token and of several name their parties, and not who moved them', async () => {
    const { chain, sim } = await setUp();
    const minted = sim.mine([sendNfts('national', null, ALICE, { usa: 2, italy: 2 })]);
    const single = sim.mine([sendNfts('national', ALICE, BOB, { usa: 1 })]);
    const batch = sim.mine([sendNfts('national', ALICE, CAROL, { usa: 1, italy: 1 })]);
    const moved = await Promise.all(
      [minted, single, batch].map((one) => chain.transfersIn(refOf(one))),
    );
    expect(moved).toEqual([[ALICE], [ALICE, BOB], [ALICE, CAROL]]);
  });

  test('a block that an endpoint does not know is read from the next, otherwise unavailable', async () => {
    const { chain, nodes, at } = await setUp(2);
    refuse(nodes[0], isLogs, 'unknown block');
    expect(await chain.transfersIn(at(55))).toEqual([ALICE, BOB]);
    refuse(nodes[1], isLogs, 'unknown block');
    for (let i = 0; i < 5; i += 1) {
      expect(await outcome(chain.transfersIn(at(65)))).toBe('unavailable');
    }
  });

  test('an endpoint that returns nothing for unknown blocks is asked by number, with the header', async () => {
    const { chain, nodes, sim, at } = await setUp();
    nodes[0].set({ tip: sim.at(50) });
    nodes[0].beforeCall = (call) => (isByHash(call) ? [] : undefined);
    // Otherwise it would seem that nothing moved in block 55.
    expect(await outcome(chain.transfersIn(at(55)))).toBe('unavailable');
    nodes[0].set({ tip: sim.at(60) });
    expect(await chain.transfersIn(at(55))).toEqual([ALICE, BOB]);
    expect(await chain.transfersIn(at(56))).toEqual([]);
  });

  test('an endpoint that does not accept blockHash is asked by number, and its block compared', async () => {
    const { chain, nodes, at } = await setUp();
    refuse(nodes[0], isByHash, 'unknown field `blockHash`', -32_602);
    expect(await chain.transfersIn(at(55))).toEqual([ALICE, BOB]);
    expect(await outcome(chain.transfersIn({ ...at(55), hash: at(56).hash }))).toBe('unavailable');
  });

  test('logs of a block other than the requested one are not an answer', async () => {
    const { chain, nodes, sim, at } = await setUp();
    giveLogs(nodes[0], sim.at(65)?.logs());
    expect(await outcome(chain.transfersIn(at(55)))).toBe('unavailable');
  });

  test('a block that every endpoint refuses for its size is given up', async () => {
    const { chain, nodes, at } = await setUp(2);
    refuse(nodes[0], isLogs, TOO_MANY, -32_005);
    expect(await chain.transfersIn(at(55))).toEqual([ALICE, BOB]);
    nodes[1].beforeCall = (call) => (isLogs(call) ? 'x'.repeat(17 << 20) : undefined);
    expect(await chain.transfersIn(at(65))).toBeNull();
  });

  test('but not while a rate-limited one may still answer, until the third time', async () => {
    const { chain, nodes, at } = await setUp(2);
    nodes[0].set(LIMITED);
    await chain.head();
    refuse(nodes[1], isLogs, TOO_MANY);
    const read = () => outcome(chain.transfersIn(at(55)));
    expect([await read(), await read(), await read()]).toEqual([
      'unavailable',
      'unavailable',
      null,
    ]);
  });

  test('a refusal in unknown words is given up at the third time, block by block', async () => {
    const { chain, nodes, at } = await setUp(2);
    for (const node of nodes) refuse(node, isLogs, 'Internal error', -32_603);
    const read = (block: number) => outcome(chain.transfersIn(at(block)));
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
    const { chain, nodes, at } = await setUp(1, { callMs: 200 });
    nodes[0].beforeCall = (call) => (isLogs(call) ? new Promise(() => {}) : undefined);
    const read = async () => (await time.finish(outcome(chain.transfersIn(at(55))))).value;
    for (let attempt = 1; attempt < 3; attempt += 1) {
      expect(await read()).toBe('unavailable');
      await time.pass(1);
      await chain.head();
    }
    expect(await read()).toBeNull();
  });

  test('but never while the node is down', async () => {
    const time = fakeTime();
    const { chain, nodes, pass, at } = await setUp(1, { callMs: 100 });
    nodes[0].set({ isHanging: true });
    for (let i = 0; i < 6; i += 1) {
      const { value } = await time.finish(outcome(chain.transfersIn(at(55))));
      expect(value).toBe('unavailable');
      pass(3000);
    }
  });
});

describe('the transfers after a block', () => {
  test('[CHN1] cover as many blocks as requested, 1000 at most, in one request', async () => {
    const { chain, nodes, at } = await setUp();
    expect(await chain.transfersAfter(at(50), 70)).toEqual({
      base: at(50),
      end: at(70),
      blocks: [55, 65].map((number) => ({ ...at(number), wallets: [ALICE, BOB] })),
    });
    expect([nodes[0].requests, nodes[0].calls]).toEqual([1, 5]);
    const { end } = await chain.transfersAfter(at(50), 2900);
    expect(end).toEqual(at(1050));
  });

  test('logs and headers of two chains are not an answer', async () => {
    const { chain, nodes, sim, at } = await setUp();
    const branch = sim.fork(
      sim.at(59) ?? sim.genesis,
      Array.from({ length: 11 }, () => [poke(BOB)]),
    );
    giveLogs(nodes[0], branch.logs());
    expect(await outcome(chain.transfersAfter(at(50), 70))).toBe('unavailable');
    const [log] = sim.at(65)?.logs() ?? [];
    giveLogs(nodes[0], log && [log, { ...log, blockHash: branch.hash }]);
    expect(await outcome(chain.transfersAfter(at(50), 70))).toBe('unavailable');
  });

  test('[CHN1] a first block of another branch than the blocks after it is not an answer', async () => {
    const { chain, nodes, sim } = await setUp();
    const gone = refOf(sim.mine([poke(BOB)]));
    const stale = sim.head;
    sim.reorganise(1, [[], [poke(CAROL)], [], [], []]);
    // Several nodes answer one request, and one of them has not heard that its newest block is
    // gone.
    nodes[0].beforeCall = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === toQuantity(gone.number)
        ? stale.header()
        : undefined;
    for (const upTo of [gone.number + 1, gone.number + 2, gone.number + 4]) {
      expect(await outcome(chain.transfersAfter(gone, upTo))).toBe('unavailable');
    }
    nodes[0].beforeCall = null;
    const { base } = await chain.transfersAfter(gone, gone.number + 4);
    expect(base).toEqual(refOf(sim.at(gone.number)));
  });

  test.each([
    [500, 'eth_getLogs is limited to a 500 range', 2],
    [1, 'maximum 1 blocks', 10],
  ])(
    'a range of %i is learnt from “%s” within %i requests, and kept',
    async (most, words, requests) => {
      const { chain, nodes, pass, at } = await setUp();
      refuse(nodes[0], (call) => spanOf(call) > most, words, -32_602);
      const { end } = await chain.transfersAfter(at(50), 2900);
      expect(nodes[0].requests).toBe(requests);
      expect(end.number - 50).toBeLessThanOrEqual(most);
      expect(end.number - 50).toBeGreaterThan(most / 2);
      nodes[0].resetCounts();
      await chain.transfersAfter(end, 2900);
      expect(nodes[0].requests).toBe(1);
      nodes[0].beforeCall = null;
      pass(10 * 60_000);
      const later = await chain.transfersAfter(at(50), 2900);
      expect(later.end.number - 50).toBe(2 * (end.number - 50));
    },
  );

  test('so is a range that has too many results', async () => {
    const { chain, nodes, pass, at } = await setUp();
    refuse(nodes[0], (call) => spanOf(call) > 3, TOO_MANY, -32_005);
    expect((await chain.transfersAfter(at(50), 2900)).end.number).toBe(53);
    nodes[0].beforeCall = null;
    pass(10 * 60_000);
    expect((await chain.transfersAfter(at(50), 2900)).end.number).toBe(56);
  });

  test('a range that never arrives in time is narrowed down until it does', async () => {
    const time = fakeTime();
    const { chain, nodes, at } = await setUp(1, { callMs: 150 });
    nodes[0].beforeCall = (call) => (spanOf(call) > 300 ? new Promise(() => {}) : undefined);
    const read = async () => {
      const { value } = await time.finish(outcome(chain.transfersAfter(at(50), 2900)));
      await time.finish(chain.head());
      return value;
    };
    expect([await read(), await read()]).toEqual(['unavailable', 'unavailable']);
    expect(await read()).toMatchObject({ end: { number: 300 } });
  });

  test('a refusal in unknown words is given up at the third time', async () => {
    const { chain, nodes, at } = await setUp();
    refuse(nodes[0], isLogs, 'Internal error', -32_603);
    const read = () => outcome(chain.transfersAfter(at(50), 70));
    expect(await read()).toBe('unavailable');
    expect(await read()).toBe('unavailable');
    expect(await read()).toEqual({ base: at(50), end: at(51), blocks: null });
  });

  test('a rate limit shrinks nothing', async () => {
    const { chain, nodes, pass, at } = await setUp();
    refuse(nodes[0], isLogs, 'too many requests', 429);
    expect(await outcome(chain.transfersAfter(at(50), 2900))).toBe('unavailable');
    nodes[0].beforeCall = null;
    pass(31_000);
    expect((await chain.transfersAfter(at(50), 2900)).end.number).toBe(1050);
  });
});
