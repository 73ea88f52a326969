import { beforeEach, describe, expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { ChainSim, sendDena } from './chain-sim.ts';
import { FakeNode, transport } from './fake-node.ts';
import { CONTRACT_ABI, NodeClient, range } from './node-client.ts';
import { MULTICALL3, REVERTED } from './sim-contracts.ts';
import { TRANSFER } from './sim-logs.ts';
import { TEST_CONTRACTS } from './test-contracts.ts';

const [ALICE, BOB] = [walletOf(1), walletOf(2)];

let sim: ChainSim;
let node: FakeNode;
let client: NodeClient;

beforeEach(() => {
  sim = new ChainSim();
  node = new FakeNode(sim);
  client = new NodeClient(transport(node));
});

describe('a sound node', () => {
  test('describes the chain and its blocks', async () => {
    const block = sim.give(ALICE, { denaWei: 5n });
    expect(await client.result('eth_chainId')).toBe('0x1');
    expect(await client.result('eth_blockNumber')).toBe('0x1');
    expect(await client.result('eth_getBlockByNumber', 'latest', false)).toEqual(block.header());
    expect(await client.result('eth_getBlockByNumber', '0x0', false)).toEqual(sim.genesis.header());
    expect(await client.result('eth_getBlockByHash', block.hash, false)).toEqual(block.header());
    expect(await client.result('eth_getBlockByNumber', '0x2', false)).toBeNull();
    expect(await client.result('eth_getBalance', ALICE, 'latest')).toBe('0x0');
    expect((await client.ask('eth_mine')).error?.code).toBe(-32_601);
    expect(node.counts()).toMatchObject({ eth_getBlockByNumber: 3, eth_mine: 1 });
    expect([node.calls, node.requests]).toEqual([8, 8]);
  });

  test('has the contracts that the game reads, at a number, a hash, and the newest block', async () => {
    const { dena, nationalNft, culturalNft } = TEST_CONTRACTS;
    const funded = sim.give(ALICE, { denaWei: 10n ** 24n, national: { italy: 3 } });
    sim.give(ALICE, { denaWei: 1n, cultural: { china: 60_000_000 } });
    expect(await client.read(dena, 'decimals')).toEqual([18n]);
    expect(await client.read(nationalNft, 'supportsInterface', ['0xd9b67a26'])).toEqual([true]);
    expect(await client.read(nationalNft, 'supportsInterface', ['0xffffffff'])).toEqual([false]);
    expect(await client.read(dena, 'balanceOf(address)', [ALICE])).toEqual([1n]);
    expect(await client.read(dena, 'balanceOf(address)', [ALICE], '0x1')).toEqual([10n ** 24n]);
    const byHash = { blockHash: funded.hash };
    expect(await client.read(dena, 'balanceOf(address)', [ALICE], byHash)).toEqual([10n ** 24n]);
    expect(await client.read(nationalNft, 'balanceOf(address,uint256)', [ALICE, 2])).toEqual([3n]);
    expect(
      await client.read(culturalNft, 'balanceOfBatch', [
        [ALICE, BOB, ALICE],
        [4, 4, 1],
      ]),
    ).toEqual([[60_000_000n, 0n, 0n]]);
    expect(await client.result('eth_getCode', dena, 'latest')).not.toBe('0x');
    expect(await client.result('eth_getCode', ALICE, 'latest')).toBe('0x');
    expect(await client.result('eth_call', { to: ALICE, data: '0x' }, 'latest')).toBe('0x');
  });

  test('has token uris: empty, set, or reverting', async () => {
    const { nationalNft, culturalNft } = TEST_CONTRACTS;
    sim.setUri('national', 2n, 'https://tokens.example/2.json?a-rather-long-one-of-two-words');
    sim.setUri('cultural', 3n, null);
    expect(await client.read(nationalNft, 'uri', [1])).toEqual(['']);
    expect(await client.read(nationalNft, 'uri', [2])).toEqual([sim.uri('national', 2n)]);
    await expect(client.read(culturalNft, 'uri', [3])).rejects.toThrow('execution reverted');
  });

  test('runs the code of contract wallets', async () => {
    sim.deploy(ALICE, ({ gas }) => `0x1626ba7e${'0'.repeat(55)}${gas === 5n ? '1' : '0'}`);
    sim.deploy(BOB, () => Promise.reject(REVERTED()));
    const data = CONTRACT_ABI.encodeFunctionData('isValidSignature', [
      `0x${'1'.repeat(64)}`,
      '0x22',
    ]);
    expect(await client.result('eth_call', { to: ALICE, data, gas: '0x5' }, 'latest')).toMatch(
      /^0x1626.*1$/,
    );
    await expect(client.result('eth_call', { to: BOB, data }, 'latest')).rejects.toThrow(
      'reverted',
    );
  });

  test('answers Multicall3 as on Mainnet', async () => {
    const block = sim.give(ALICE, { denaWei: 5n, cultural: { usa: 2 } });
    sim.refuseBalances(BOB);
    const { dena, culturalNft } = TEST_CONTRACTS;
    const balance = (wallet: string) =>
      CONTRACT_ABI.encodeFunctionData('balanceOf(address)', [wallet]);
    const calls = [
      [dena, true, balance(ALICE)],
      [
        culturalNft,
        true,
        CONTRACT_ABI.encodeFunctionData('balanceOf(address,uint256)', [ALICE, 1]),
      ],
      [dena, true, balance(BOB)],
      [MULTICALL3, false, CONTRACT_ABI.encodeFunctionData('getBlockNumber')],
      [ALICE, false, '0x'],
    ];
    expect(await client.read(MULTICALL3, 'aggregate3', [calls])).toEqual([
      [
        [true, toWord(5n)],
        [true, toWord(2n)],
        [false, '0x'],
        [true, toWord(1n)],
        [true, '0x'],
      ],
    ]);
    const strict = [[dena, false, balance(BOB)]];
    await expect(client.read(MULTICALL3, 'aggregate3', [strict])).rejects.toThrow('reverted');
    sim.mine();
    expect(await client.read(MULTICALL3, 'getLastBlockHash')).toEqual([block.hash]);
    expect(await client.read(MULTICALL3, 'getBlockHash', [1])).toEqual([block.hash]);
    expect(await client.read(MULTICALL3, 'getBlockHash', [2])).toEqual([toWord(0n)]);
    expect(await client.result('eth_getCode', MULTICALL3, 'latest')).not.toBe('0x');
  });

  test('may be on a chain without Multicall3', async () => {
    node = new FakeNode(new ChainSim({ hasMulticall: false }));
    client = new NodeClient(transport(node));
    expect(await client.result('eth_getCode', MULTICALL3, 'latest')).toBe('0x');
    const data = CONTRACT_ABI.encodeFunctionData('getBlockNumber');
    expect(await client.result('eth_call', { to: MULTICALL3, data }, 'latest')).toBe('0x');
  });

  test('returns logs by range and by hash, of contracts and topics', async () => {
    const first = sim.give(ALICE, { denaWei: 5n, national: { usa: 1 } });
    sim.mineEmpty(3);
    sim.mine([sendDena(ALICE, BOB, 2n)]);
    expect(await client.logs(range(0, 5))).toHaveLength(3);
    expect(await client.logs(range(2, 4))).toEqual([]);
    expect(await client.logs({ blockHash: first.hash })).toEqual(first.logs());
    expect(
      await client.logs({ ...range(0, 5), address: [TEST_CONTRACTS.nationalNft] }),
    ).toHaveLength(1);
    expect(
      await client.logs({ ...range(0, 5), topics: [[TRANSFER, `0x${'9'.repeat(64)}`]] }),
    ).toHaveLength(2);
    const toBob = `0x${BOB.slice(2).toLowerCase().padStart(64, '0')}`;
    expect(
      await client.logs({ fromBlock: '0x0', toBlock: 'latest', topics: [null, null, toBob] }),
    ).toHaveLength(1);
    expect((await client.ask('eth_getLogs', range(3, 2))).error?.message).toMatch(/block range/);
  });

  test('still knows blocks that a reorganisation removed, as geth does', async () => {
    const gone = sim.give(ALICE, { denaWei: 5n });
    sim.reorganise(1, [[], []]);
    expect(await client.logs({ blockHash: gone.hash })).toHaveLength(1);
    const at = { blockHash: gone.hash };
    expect(await client.read(TEST_CONTRACTS.dena, 'balanceOf(address)', [ALICE], at)).toEqual([5n]);
    await expect(
      client.read(TEST_CONTRACTS.dena, 'balanceOf(address)', [ALICE], {
        ...at,
        requireCanonical: true,
      }),
    ).rejects.toThrow('not currently canonical');
    node.set({ forgetsOrphans: true });
    expect(await client.result('eth_getBlockByHash', gone.hash, false)).toBeNull();
  });

  test('announces new heads, until it reports that it can’t', async () => {
    const told: unknown[] = [];
    client = new NodeClient(transport(node, { announces: true }));
    client.transport.subscribe?.((header) => told.push(header));
    sim.mine();
    await client.result('eth_chainId');
    expect(told).toEqual([sim.head.header()]);
    node.set({ isSilent: true });
    sim.mine();
    await client.result('eth_chainId');
    expect(told).toHaveLength(1);
    node.set({ isSilent: false, isDown: true });
    expect(told.at(-1)).toBeNull();
    expect(transport(node).subscribe).toBeNull();
  });

  test('calls back before each answer, so that the chain can change between two', async () => {
    sim.mineEmpty(2);
    node.beforeCall = ({ method }) => {
      if (method === 'eth_blockNumber') sim.mine();
    };
    const answers = await client.batch(['eth_blockNumber'], ['eth_blockNumber']);
    expect(answers.map((answer) => answer.result)).toEqual(['0x3', '0x4']);
  });

  test('answers at least 2,000 calls a second', async () => {
    for (let n = 1; n <= 50; n += 1) sim.give(walletOf(n), { denaWei: BigInt(n) });
    const data = CONTRACT_ABI.encodeFunctionData('balanceOf(address)', [ALICE]);
    const began = performance.now();
    for (let n = 0; n < 1000; n += 1) {
      await client.ask('eth_call', { to: TEST_CONTRACTS.dena, data }, 'latest');
      await client.ask('eth_getBlockByNumber', 'latest', false);
    }
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

function toWord(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
