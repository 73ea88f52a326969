/** What wallets hold: how it is read, and how an endpoint's limits are handled. */
import { describe, expect, test } from 'vitest';
import { address } from '../../common/values/address.ts';
import { ChainUnavailable, type Holder } from './chain.ts';
import {
  blockAt,
  chainOn,
  fakeTime,
  poolOf,
  headerAt,
  ScriptedNode,
  type NodeAnswer,
  type NodeCall,
} from './testing/scripted-node.ts';

const NOBODY = address(`0x${'0'.repeat(40)}`);
const walletOf = (i: number) => address(`0x${(i + 1).toString(16).padStart(40, '0')}`);
const holders = (count: number): Holder[] =>
  Array.from({ length: count }, (_, i) => ({ wallet: walletOf(i), nationId: 'usa' }));
const held = (i: number, block = 100) => {
  const amount = (i + 1) % 65_536;
  return { block, denaWei: BigInt(amount), national: amount, cultural: amount };
};

async function setUp(count: 1 | 2 = 1) {
  const { chain, nodes } = poolOf(count, { callMs: 5000 });
  await chain.checkEndpoints();
  for (const node of nodes) node.forget();
  return { chain, nodes };
}

/** Refuses an aggregate3 of more wallets than that. */
const atMost =
  (wallets: number, message: string) =>
  ({ method, params }: NodeCall) =>
    method === 'eth_call' && JSON.stringify(params).length > wallets * 1490 + 300
      ? { error: { code: -32000, message } }
      : null;

describe('the holdings of one wallet', () => {
  test('[CHN1] take one call at the newest block, and name the block of that call', async () => {
    const { chain, nodes } = await setUp();
    expect(await chain.holdings(walletOf(6), 'usa', 0)).toEqual(held(6));
    expect(nodes[0].calls).toMatchObject([{ method: 'eth_call', params: [{}, 'latest'] }]);
  });

  test('[CHN1] are read at one block if the chain has no Multicall3, which is rarely looked for', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].hasMulticall = false;
    expect(await chain.holdings(walletOf(6), 'usa', 0)).toEqual(held(6));
    nodes[0].forget();
    expect(await chain.holdings(walletOf(6), 'usa', 0)).toEqual(held(6));
    expect(nodes[0].calls.map(({ params }) => params[1])).toEqual([
      undefined,
      '0x64',
      '0x64',
      '0x64',
    ]);
  });
});

describe('if something else is at Multicall3’s address', () => {
  const isMulticall = ({ method, params }: NodeCall) =>
    method === 'eth_call' && JSON.stringify(params).toLowerCase().includes('ca11bde05977b363');
  test.each<[string, NodeAnswer]>([
    ['reverts', { error: { code: 3, message: 'execution reverted' } }],
    ['fails in words of its own', { error: { code: -32603, message: 'no such contract' } }],
    ['answers a word', { result: `0x${'0'.repeat(63)}1` }],
  ])('that %s, balances are read one by one', async (_what, answer) => {
    const { chain, nodes } = await setUp();
    nodes[0].faulty = (call) => (isMulticall(call) ? answer : null);
    expect(await chain.holdings(walletOf(6), 'usa', 0)).toEqual(held(6));
    expect(await chain.holdingsAt(blockAt(90), holders(2))).toEqual([held(0, 90), held(1, 90)]);
  });

  test('a failing node does not count as missing it once Multicall3 has answered', async () => {
    const { chain, nodes } = await setUp();
    await chain.holdings(walletOf(6), 'usa', 0);
    nodes[0].forget();
    nodes[0].faulty = (call) =>
      isMulticall(call) ? { error: { code: -32603, message: 'internal error' } } : null;
    await expect(chain.holdings(walletOf(6), 'usa', 0)).rejects.toThrow(ChainUnavailable);
    expect(nodes[0].count('eth_call')).toBe(1);
  });
});

describe('the holdings of many at a block', () => {
  test('of 290 take 2 calls, in one request', async () => {
    const { chain, nodes } = await setUp();
    const found = await chain.holdingsAt(blockAt(90), holders(290));
    expect(found).toEqual(Array.from({ length: 290 }, (_, i) => held(i, 90)));
    expect([nodes[0].calls.length, nodes[0].requests]).toEqual([2, 1]);
  });

  for (const hasMulticall of [true, false]) {
    describe(hasMulticall ? 'by Multicall3' : 'without Multicall3', () => {
      test('are null only for a wallet that a contract refuses', async () => {
        const { chain, nodes } = await setUp();
        nodes[0].hasMulticall = hasMulticall;
        const at = (i: number): Holder => ({ wallet: walletOf(i), nationId: 'usa' });
        const players: Holder[] = [at(0), { wallet: NOBODY, nationId: 'usa' }, at(2)];
        expect(await chain.holdingsAt(blockAt(90), players)).toEqual([
          held(0, 90),
          null,
          held(2, 90),
        ]);
      });

      test('are not read from an endpoint that has another block there, or none yet', async () => {
        const { chain, nodes } = await setUp(2);
        for (const node of nodes) node.hasMulticall = hasMulticall;
        nodes[0].branch = 'b';
        expect(await chain.holdingsAt(blockAt(90), holders(2))).toEqual([held(0, 90), held(1, 90)]);
        nodes[1].head = 89;
        await expect(chain.holdingsAt(blockAt(90), holders(2))).rejects.toThrow(ChainUnavailable);
      });
    });
  }

  test('are asked for fewer at a time where an endpoint runs out of gas, and it is remembered', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].faulty = atMost(70, 'out of gas');
    expect(await chain.holdingsAt(blockAt(90), holders(200))).toEqual(
      Array.from({ length: 200 }, (_, i) => held(i, 90)),
    );
    nodes[0].forget();
    await chain.holdingsAt(blockAt(90), holders(124));
    // 200, 100 and then 50 at a time.
    expect(nodes[0].calls).toHaveLength(6);
  });

  test('are unavailable if the header is another block’s, whatever the call answered', async () => {
    const { chain, nodes } = await setUp();
    nodes[0].faulty = ({ method }) =>
      method === 'eth_getBlockByNumber' ? { result: headerAt(90, 'c') } : null;
    await expect(chain.holdingsAt(blockAt(90), holders(2))).rejects.toThrow(ChainUnavailable);
  });

  test('a hanging read of many asks for fewer next time', async () => {
    const time = fakeTime();
    const node = new ScriptedNode();
    const { chain } = chainOn([node], { callMs: 300 });
    await chain.checkEndpoints();
    const isTooMuch = atMost(150, '');
    node.onRequest = (calls) =>
      calls.some((call) => isTooMuch(call)) ? new Promise(() => {}) : Promise.resolve(null);
    const read = async () => {
      const reading = time.finish(chain.holdingsAt(blockAt(90), holders(290)));
      return (await reading).value.length;
    };
    await expect(read()).rejects.toThrow(ChainUnavailable);
    expect(await read()).toBe(290);
  });
});
