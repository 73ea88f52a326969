/** What wallets hold: how it is read, and how an endpoint's limits are handled. */
import { AbiCoder } from 'ethers';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { ChainUnavailable, type Holder } from './chain.ts';
import type { RpcCall } from './json-rpc.ts';
import { MULTICALL3, multicallAnswers, textIn } from './multicall.ts';
import { sendDena, sendNfts } from './testing/chain-sim.ts';
import { NodeError } from './testing/sim-contracts.ts';
import { fakeTime, isCall, poolOf, recentChain, refuse } from './testing/open-chain.ts';

const NOBODY = address(`0x${'0'.repeat(40)}`);
const holders = (count: number): Holder[] =>
  Array.from({ length: count }, (_, i) => ({ wallet: walletOf(i + 1), nationId: 'usa' }));
const held = (i: number, block = 100) => ({
  block,
  denaWei: BigInt(i + 1),
  national: i + 1,
  cultural: i + 2,
});

async function setUp(count: 1 | 2 = 1, callMs = 5000) {
  const sim = recentChain();
  const transfers = holders(300).flatMap(({ wallet }, i) => [
    sendDena(null, wallet, BigInt(i + 1)),
    sendNfts('national', null, wallet, { usa: i + 1 }),
    sendNfts('cultural', null, wallet, { usa: i + 2 }),
  ]);
  sim.mine(transfers, { isSilent: true });
  const pool = poolOf(count, { callMs }, sim);
  await pool.chain.confirm();
  for (const node of pool.nodes) node.resetCounts();
  return pool;
}

/** True for an aggregate3 of more wallets than that. */
const isOfMoreThan = (wallets: number) => (call: RpcCall) =>
  isCall(call) && JSON.stringify(call.params).length > wallets * 1490 + 300;

describe('the holdings of one wallet', () => {
  test('are not read at a block whose number is none', async () => {
    const { chain, nodes } = await setUp();
    const answers = ['f'.repeat(64), ...Array.from({ length: 3 }, () => '1'.padStart(64, '0'))];
    const lie = AbiCoder.defaultAbiCoder().encode(
      ['tuple(bool,bytes)[]'],
      [answers.map((word) => [true, `0x${word}`])],
    );
    nodes[0].beforeCall = (call) => (isCall(call) ? lie : undefined);
    await expect(chain.holdings(walletOf(7), 'usa', 0)).rejects.toThrow(ChainUnavailable);
  });
});

describe('the holdings of many at a block', () => {
  test('of 290 take 2 calls, in one request', async () => {
    const { chain, nodes, at } = await setUp();
    const found = await chain.holdingsAt(at(90), holders(290));
    expect(found).toEqual(Array.from({ length: 290 }, (_, i) => held(i, 90)));
    expect([nodes[0].calls, nodes[0].requests]).toEqual([2, 1]);
  });

  test('are null only for a wallet that a contract refuses', async () => {
    const { chain, at } = await setUp();
    const nobody: Holder = { wallet: NOBODY, nationId: 'usa' };
    const players = [...holders(1), nobody, ...holders(2).slice(1)];
    expect(await chain.holdingsAt(at(90), players)).toEqual([held(0, 90), null, held(1, 90)]);
  });

  test('are not read from an endpoint that has another block there, or none yet', async () => {
    const { chain, nodes, sim, at } = await setUp(2);
    nodes[0].set({
      tip: sim.fork(
        sim.at(80) ?? sim.genesis,
        Array.from({ length: 30 }, () => []),
      ),
    });
    expect(await chain.holdingsAt(at(90), holders(2))).toEqual([held(0, 90), held(1, 90)]);
    nodes[1].set({ tip: sim.at(89) });
    await expect(chain.holdingsAt(at(90), holders(2))).rejects.toThrow(ChainUnavailable);
  });

  test('are asked for fewer at a time where an endpoint runs out of gas, and it is remembered', async () => {
    const { chain, nodes, at } = await setUp();
    refuse(nodes[0], isOfMoreThan(70), 'out of gas');
    expect(await chain.holdingsAt(at(90), holders(200))).toEqual(
      Array.from({ length: 200 }, (_, i) => held(i, 90)),
    );
    nodes[0].resetCounts();
    await chain.holdingsAt(at(90), holders(124));
    // 200, 100 and then 50 at a time.
    expect(nodes[0].calls).toBe(6);
  });

  test('a hanging read of many asks for fewer next time', async () => {
    const time = fakeTime();
    const { chain, nodes, at } = await setUp(1, 300);
    const isTooMuch = isOfMoreThan(150);
    nodes[0].beforeCall = (call) => (isTooMuch(call) ? new Promise(() => {}) : undefined);
    const read = async () => {
      const reading = time.finish(chain.holdingsAt(at(90), holders(290)));
      return (await reading).value.length;
    };
    await expect(read()).rejects.toThrow(ChainUnavailable);
    expect(await read()).toBe(290);
  });
});

describe('where the chain has no Multicall3', () => {
  /** @param answer what is at its address */
  async function without(answer: () => unknown = () => '0x') {
    const pool = await setUp();
    pool.nodes[0].beforeCall = (call) =>
      isCall(call) && JSON.stringify(call.params).includes(MULTICALL3) ? answer() : undefined;
    return pool;
  }

  test.each<[string, () => unknown]>([
    ['nothing', () => '0x'],
    ['another contract', () => `0x${'1'.padStart(64, '0')}`],
    [
      'one that reverts',
      () => {
        throw new NodeError(3, 'execution reverted');
      },
    ],
    [
      'a node that knows no such contract',
      () => {
        throw new NodeError(-32603, 'no such contract');
      },
    ],
  ])('but %s, balances are read one by one, at one block', async (_what, answer) => {
    const { chain, at } = await without(answer);
    expect(await chain.holdings(walletOf(7), 'usa', 0)).toEqual(held(6));
    const nobody: Holder = { wallet: NOBODY, nationId: 'usa' };
    const players = [...holders(2), nobody];
    expect(await chain.holdingsAt(at(90), players)).toEqual([held(0, 90), held(1, 90), null]);
  });

  test('a block that goes meanwhile is not answered for', async () => {
    const { chain, nodes, sim, at } = await without(() => {
      const others = Array.from({ length: 30 }, () => []);
      nodes[0].set({ tip: sim.fork(sim.at(80) ?? sim.genesis, others) });
      return '0x';
    });
    const block = at(90);
    await expect(chain.holdingsAt(block, holders(1))).rejects.toThrow(ChainUnavailable);
  });
});

test('nonsense is not an answer of Multicall3', () => {
  const word = '7'.padStart(64, '0');
  const good = AbiCoder.defaultAbiCoder().encode(['tuple(bool,bytes)[]'], [[[true, `0x${word}`]]]);
  const read = (value: unknown, count = 1) =>
    multicallAnswers({ status: 'fulfilled', value }, count);
  expect(read(good)).toEqual([word]);
  expect(read(good, 2)).toBeNull();
  for (const bad of ['0x', good.slice(0, -64), `0x${'f'.repeat(640)}`]) {
    expect(read(bad)).toBeNull();
  }
  for (const bad of [null, 7, '0x0']) expect(() => read(bad)).toThrow();
});

describe('a text that a contract returned', () => {
  const encoded = (text: string) => AbiCoder.defaultAbiCoder().encode(['string'], [text]);

  test.each(['', 'ipfs://CID/{id}', '\u{feff}🏛 ' + 'é'.repeat(40)])('is read: %j', (text) => {
    expect(textIn(encoded(text))).toBe(text);
  });

  test('is not, if it is cut off or no UTF-8', () => {
    const good = encoded('a name');
    for (const bad of [
      '0x',
      good.slice(0, 136),
      good.replace('6e61', 'ffff'),
      `0x${'f'.repeat(192)}`,
    ]) {
      expect(() => textIn(bad)).toThrow();
    }
  });
});
