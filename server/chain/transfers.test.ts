/** Which wallets' tokens moved, according to endpoints that lag, limit, and refuse. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { address } from '../../common/values/address.ts';
import { ChainUnavailable } from './chain.ts';
import type { RpcCall } from './json-rpc.ts';
import type { RpcChainOptions } from './rpc-chain.ts';
import { poke, sendDena, sendNfts } from './testing/chain-sim.ts';
import type { FakeNode } from './testing/fake-node.ts';
import { fakeTime, isLogs, poolOf, recentChain, refOf, refuse } from './testing/open-chain.ts';

const ALICE = address('0x0000000000000000000000000000000000000a11');
const BOB = address('0x0000000000000000000000000000000000000b0b');
const CAROL = address('0x0000000000000000000000000000000000000ca1');
const TEN_MINUTES_MS = 10 * 60_000;

/** On a chain of 100 blocks on which Alice sends to Bob in each one whose number ends with 5. */
async function setUp(count: 1 | 2 = 1, options: Partial<RpcChainOptions> = {}) {
  const sim = recentChain();
  while (sim.head.number < 100) sim.mine(sim.head.number % 10 === 4 ? [poke(BOB, ALICE)] : []);
  const pool = poolOf(count, { callMs: 1000, ...options }, sim);
  await pool.chain.confirm();
  const head = await pool.chain.head();
  for (const node of pool.nodes) node.resetCounts();
  /** What a read of these blocks finds; `unavailable` if it fails as it should. */
  const read = (from: number, known = pool.at(50)) =>
    pool.chain
      .recentTransfers(head, from, known)
      .catch((error: unknown) => (error instanceof ChainUnavailable ? 'unavailable' : error));
  return { ...pool, head, read };
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
const isOfMoreThan = (blocks: number) => (call: RpcCall) => spanOf(call) > blocks;
const never = () => new Promise(() => {});

/** How many calls of each kind a node received, in how many requests. */
const received = (node: FakeNode) => ({ ...node.counts(), requests: node.requests });

describe('the transfers in the newest blocks', () => {
  test('[CHN1] name both parties and their newest blocks, not the zero address or who moved them', async () => {
    const { chain, sim, at, read } = await setUp();
    const all = new Map([ALICE, BOB].map((wallet) => [wallet, 95]));
    expect(await read(51)).toEqual({ from: 51, wallets: all, hasKnown: true });
    sim.mine([sendNfts('national', null, ALICE, { usa: 2, italy: 2 })]);
    sim.mine([sendNfts('national', ALICE, BOB, { usa: 1 })]);
    sim.mine([sendNfts('national', ALICE, CAROL, { usa: 1, italy: 1 })]);
    sim.mine([sendNfts('cultural', null, BOB, { usa: 1 }), sendDena(CAROL, null, 0n)]);
    const { wallets } = await chain.recentTransfers(await chain.head(), 96, at(95));
    expect(wallets).toEqual(
      new Map([
        [ALICE, 103],
        [BOB, 104],
        [CAROL, 104],
      ]),
    );
  });

  test('take one call, and two headers more unless the head follows the known block', async () => {
    const { nodes, at, read } = await setUp();
    const [node] = nodes;
    await read(51, at(99));
    expect(received(node)).toEqual({ eth_getLogs: 1, requests: 1 });
    node.resetCounts();
    await read(51, at(98));
    expect(received(node)).toEqual({ eth_getLogs: 1, eth_getBlockByNumber: 2, requests: 1 });
  });

  test('are not asked for above the head: only the headers are', async () => {
    const { nodes, read } = await setUp();
    expect(await read(101)).toEqual({ from: 101, wallets: new Map(), hasKnown: true });
    expect(received(nodes[0])).toEqual({ eth_getBlockByNumber: 2, requests: 1 });
  });

  test('are read from an endpoint that has the head, otherwise unavailable', async () => {
    const { nodes, sim, read } = await setUp(2);
    nodes[0].set({ tip: sim.at(99) });
    expect(await read(91)).toMatchObject({ from: 91 });
    expect(nodes[1].requests).toBeGreaterThan(0);
    nodes[1].set({ tip: sim.fork(sim.at(99) ?? sim.genesis, [[], []]) });
    expect(await read(91)).toBe('unavailable');
  });

  test('[CHN1] come with whether the chain has the known block', async () => {
    const { chain, sim, at, read } = await setUp();
    const other = sim.fork(sim.at(99) ?? sim.genesis, [[]]);
    expect(await read(91, at(100))).toMatchObject({ hasKnown: true });
    expect(await read(91, refOf(other))).toMatchObject({ hasKnown: false });
    const gone = [at(98), at(99)];
    sim.reorganise(3, [[], [], [], []]);
    const head = await chain.head();
    for (const known of gone) {
      expect(await chain.recentTransfers(head, 91, known)).toMatchObject({ hasKnown: false });
    }
    expect(await chain.recentTransfers(head, 91, at(97))).toMatchObject({ hasKnown: true });
  });

  test.each([85, 101])(
    'are no answer with a log of block %i, which was not requested',
    async (n) => {
      const { nodes, sim, read } = await setUp();
      sim.mine([poke(CAROL)]);
      const answerLogsOf = (number: number) => {
        nodes[0].beforeCall = (call) => (isLogs(call) ? sim.at(number)?.logs() : undefined);
      };
      answerLogsOf(95);
      expect(await read(91)).toMatchObject({ from: 91 });
      answerLogsOf(n);
      expect(await read(91)).toBe('unavailable');
    },
  );
});

describe('an endpoint’s limits', () => {
  test('of blocks are learnt from its refusals, and doubled after ten minutes', async () => {
    const { nodes, pass, read } = await setUp();
    refuse(
      nodes[0],
      isOfMoreThan(10),
      'You can make requests with up to a 10 block range',
      -32_600,
    );
    expect(await read(61)).toMatchObject({ from: 91 });
    nodes[0].resetCounts();
    expect(await read(61)).toMatchObject({ from: 91 });
    expect(nodes[0].requests).toBe(1);
    nodes[0].beforeCall = null;
    pass(TEN_MINUTES_MS);
    expect(await read(61)).toMatchObject({ from: 81 });
  });

  test.each([
    ['query returned more than 10000 results', -32_005],
    ['Internal error', -32_603],
  ])('in other words narrow only this read: “%s” (%i)', async (words, code) => {
    const { nodes, read } = await setUp();
    refuse(nodes[0], isOfMoreThan(3), words, code);
    expect(await read(81)).toMatchObject({ from: 99 });
    refuse(nodes[0], isLogs, words, code);
    expect(await read(81)).toBe('unavailable');
    expect(await read(101)).toMatchObject({ from: 101 });
    nodes[0].beforeCall = null;
    expect(await read(81)).toMatchObject({ from: 81 });
  });

  test('narrow a read whose answer is too large, with its headers', async () => {
    // Megabytes take a slow machine a while.
    const { nodes, read } = await setUp(1, { callMs: 20_000 });
    const isLarge = isOfMoreThan(10);
    nodes[0].beforeCall = (call) => (isLarge(call) ? 'x'.repeat(17 << 20) : undefined);
    expect(await read(81)).toMatchObject({ from: 91 });
  });

  test('of time narrow the next read', async () => {
    const time = fakeTime();
    const { chain, nodes, read } = await setUp(1, { callMs: 150 });
    const isSlow = isOfMoreThan(10);
    nodes[0].beforeCall = (call) => (isSlow(call) ? never() : undefined);
    const found: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      found.push((await time.finish(read(61))).value);
      await time.finish(chain.head());
    }
    expect(found).toEqual(['unavailable', 'unavailable', expect.objectContaining({ from: 91 })]);
  });

  test('are not learnt from headers that come too late', async () => {
    const time = fakeTime();
    const { nodes, read } = await setUp(1, { callMs: 150 });
    nodes[0].beforeCall = never;
    expect((await time.finish(read(101))).value).toBe('unavailable');
    nodes[0].beforeCall = null;
    expect((await time.finish(read(81))).value).toMatchObject({ from: 81 });
  });

  test('of our rate shrink nothing', async () => {
    const { nodes, pass, read } = await setUp();
    refuse(nodes[0], isLogs, 'too many requests', 429);
    expect(await read(61)).toBe('unavailable');
    nodes[0].beforeCall = null;
    pass(31_000);
    expect(await read(61)).toMatchObject({ from: 61 });
  });
});
