import { toQuantity } from 'ethers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { startFakeTime } from '../../../tools/test/fake-time.ts';
import { AnswerTooLarge, TooManyRequests } from '../transport.ts';
import { ChainSim, poke } from './chain-sim.ts';
import { FakeNode, transport } from './fake-node.ts';
import { REFUSALS } from './fake-node-faults.ts';
import { CONTRACT_ABI, NodeClient, range, type Call } from './node-client.ts';
import { serveNode } from './serve-node.ts';
import { MULTICALL3, NodeError } from './sim-contracts.ts';
import { TEST_CONTRACTS } from './test-contracts.ts';

const ALICE = walletOf(1);
const BOB = walletOf(2);

let sim: ChainSim;
let node: FakeNode;
let client: NodeClient;

beforeEach(() => {
  sim = new ChainSim();
  node = new FakeNode(sim);
  client = new NodeClient(transport(node));
});

describe('the faults of a backend', () => {
  test('it lags, and returns nothing beyond its head without an error (go-ethereum #24078)', async () => {
    sim.mineEmpty(5);
    const newest = sim.give(ALICE, { denaWei: 5n });
    node.set({ lagBlocks: 1 });
    expect(await client.result('eth_blockNumber')).toBe('0x5');
    expect(await client.result('eth_getBlockByNumber', '0x6', false)).toBeNull();
    expect(await client.result('eth_getBlockByHash', newest.hash, false)).toBeNull();
    expect(await client.logs(range(6, 6))).toEqual([]);
    expect(await client.logs(range(1, 6))).toEqual([]);
    expect((await client.ask('eth_getLogs', { blockHash: newest.hash })).error?.message).toBe(
      'unknown block',
    );
    expect(
      (await client.ask('eth_call', { to: TEST_CONTRACTS.dena, data: '0x' }, '0x6')).error?.message,
    ).toBe('header not found');
    node.set({ emptyBeyondHead: false });
    expect((await client.ask('eth_getLogs', range(6, 6))).error?.message).toMatch(
      /beyond current head/,
    );
    node.set({ lagUntilMs: performance.now() - 1 });
    expect(await client.result('eth_blockNumber')).toBe('0x6');
  });

  test('it is on a branch of its own', async () => {
    sim.mineEmpty(5);
    const tip = sim.fork(sim.at(3) ?? sim.head, [[], []]);
    node.set({ tip });
    expect(await client.result('eth_getBlockByNumber', '0x5', false)).toEqual(tip.header());
  });

  test('it refuses long ranges and many logs, in its provider’s words', async () => {
    sim.mine(Array.from({ length: 20 }, () => poke(ALICE)));
    sim.mineEmpty(20);
    node.set({ maxLogRange: 10, rangeRefusal: REFUSALS.alchemyFree, maxLogResults: 19 });
    expect((await client.ask('eth_getLogs', range(2, 12))).error).toEqual(REFUSALS.alchemyFree);
    expect(await client.logs(range(2, 11))).toEqual([]);
    expect((await client.ask('eth_getLogs', range(1, 2))).error).toEqual(REFUSALS.infura);
    expect((await client.ask('eth_getLogs', { blockHash: sim.at(1)?.hash })).error).toEqual(
      REFUSALS.infura,
    );
    node.set({ maxLogResults: 20 });
    expect(await client.logs(range(1, 2))).toHaveLength(20);
  });

  test('it leaves out a block’s logs under an unchanged hash, the given number of times', async () => {
    const block = sim.give(ALICE, { denaWei: 5n });
    node.set({ loseLogs: { blocks: new Set([1]), of: 'hash', times: 2 } });
    const byHash = () => client.logs({ blockHash: block.hash });
    expect(await client.logs(range(1, 1))).toHaveLength(1);
    expect([await byHash(), await byHash()]).toEqual([[], []]);
    expect(await byHash()).toHaveLength(1);
    node.set({ loseLogs: { blocks: 'all', of: 'both' } });
    expect([await byHash(), await client.logs(range(1, 1))]).toEqual([[], []]);
  });

  test('it answers null for blocks that it has', async () => {
    sim.mineEmpty(2);
    node.set({ nullBlocks: new Set([2]) });
    expect(await client.result('eth_getBlockByNumber', 'latest', false)).toBeNull();
    expect(await client.result('eth_getBlockByNumber', '0x1', false)).not.toBeNull();
    node.set({ nullBlocks: 'all' });
    expect(await client.result('eth_getBlockByNumber', '0x1', false)).toBeNull();
  });

  test('it has pruned old states', async () => {
    sim.mineEmpty(10);
    const at = (block: number) =>
      client.read(TEST_CONTRACTS.dena, 'decimals', [], toQuantity(block));
    node.set({ keepStates: 3 });
    expect(await at(8)).toEqual([18n]);
    await expect(at(7)).rejects.toThrow(/missing trie node .* is not available/);
    node.set({ keepStates: null, prunedBefore: 9, prunedWords: 'historical state' });
    await expect(at(8)).rejects.toThrow(/historical state .* is not available/);
  });

  test('it knows no block hashes as parameters', async () => {
    const blockHash = sim.mine().hash;
    node.set({ noBlockHash: 'both' });
    expect((await client.ask('eth_getLogs', { blockHash })).error?.code).toBe(-32_602);
    await expect(client.read(TEST_CONTRACTS.dena, 'decimals', [], { blockHash })).rejects.toThrow();
    node.set({ noBlockHash: 'calls' });
    expect(await client.logs({ blockHash })).toEqual([]);
  });

  test('it caps the gas of a call', async () => {
    const balance = CONTRACT_ABI.encodeFunctionData('balanceOf(address)', [ALICE]);
    const calls = Array.from({ length: 100 }, () => [TEST_CONTRACTS.dena, true, balance]);
    node.set({ gasCap: 100_000n });
    await expect(client.read(MULTICALL3, 'aggregate3', [calls])).rejects.toThrow('out of gas');
    expect(await client.read(TEST_CONTRACTS.dena, 'balanceOf(address)', [ALICE])).toEqual([0n]);
    node.set({ gasCap: 50_000_000n });
    expect(await client.read(MULTICALL3, 'aggregate3', [calls])).toHaveLength(1);
  });

  test('it is of another chain', async () => {
    const genesisHash = `0x${'1'.repeat(64)}`;
    sim.mine();
    node.set({ chainId: 5, genesisHash });
    expect(await client.result('eth_chainId')).toBe('0x5');
    expect(await client.result('eth_getBlockByNumber', '0x0', false)).toMatchObject({
      hash: genesisHash,
    });
    expect(await client.result('eth_getBlockByNumber', '0x1', false)).toMatchObject({
      parentHash: genesisHash,
    });
  });

  test('several answer in turn and disagree; a batch goes to one backend, or each call to another', async () => {
    node = new FakeNode(sim, { backends: 2 });
    client = new NodeClient(transport(node));
    sim.mineEmpty(4);
    node.backends[1]?.set({ lagBlocks: 2 });
    const asked = async () =>
      (await client.batch(['eth_blockNumber'], ['eth_blockNumber'])).map((answer) => answer.result);
    expect([await asked(), await asked()]).toEqual([
      ['0x4', '0x4'],
      ['0x2', '0x2'],
    ]);
    node.set({ splitsBatches: true });
    expect(await asked()).toEqual(['0x4', '0x2']);
    node.set({ splitsBatches: false, picks: 'at random' });
    const heights = [];
    for (let n = 0; n < 40; n += 1) heights.push(...new Set(await asked()));
    expect(heights).toHaveLength(40);
    const lagging = heights.filter((height) => height === '0x2').length;
    expect(lagging).toBeGreaterThan(8);
    expect(lagging).toBeLessThan(32);
    node.heal();
    expect(await asked()).toEqual(['0x4', '0x4']);
  });
});

describe('the faults of an endpoint', () => {
  let stop = () => {};
  afterEach(() => {
    stop();
    stop = () => {};
  });

  test('it limits requests with 429, and the time to wait', async () => {
    node.set({ rateLimit: { every: 3, as: 'http', retryAfterS: 2 } });
    await client.result('eth_chainId');
    await client.result('eth_chainId');
    const refused: unknown = await client.result('eth_chainId').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TooManyRequests);
    expect(refused).toMatchObject({ retryAfterMs: 2000 });
    expect(node.counts()).toEqual({ eth_chainId: 3 });
  });

  test('it limits calls with a JSON-RPC error, a random share of them', async () => {
    node.set({ rateLimit: { share: 0.2, as: 'json-rpc' } });
    const answers = await client.batch(
      ...Array.from({ length: 1000 }, (): Call => ['eth_chainId']),
    );
    const limited = answers.filter(({ error }) => error?.code === -32_005).length;
    expect(limited).toBeGreaterThan(150);
    expect(limited).toBeLessThan(250);
  });

  test('each n-th call fails, or each n-th request', async () => {
    node.set({ fail: { every: 3, as: 'json-rpc' } });
    const calls = Array.from({ length: 6 }, (): Call => ['eth_chainId']);
    const failed = (await client.batch(...calls)).map(({ error }) => error?.code ?? null);
    expect(failed).toEqual([null, null, -32_603, null, null, -32_603]);
    node.set({ fail: { every: 2, as: 'http' } });
    await client.result('eth_chainId');
    await expect(client.result('eth_chainId')).rejects.toThrow('HTTP 500');
  });

  test('it is down, talks nonsense, and heals', async () => {
    node.set({ isDown: true });
    await expect(client.result('eth_chainId')).rejects.toThrow('closed without an answer');
    node.set({ isDown: false, nonsense: '<html>' });
    expect(await client.transport.send('{}')).toBe('<html>');
    node.heal();
    expect(await client.result('eth_chainId')).toBe('0x1');
    expect((await client.batch()).length).toBe(0);
    expect(await client.transport.send('what?')).toMatch(/parse error/);
  });

  test('it is slow, or hangs: the transport waits no longer than its timeout', async () => {
    const time = startFakeTime();
    stop = () => time.stop();
    node.set({ slowMs: 800 });
    expect((await time.finish(client.result('eth_chainId'))).tookMs).toBe(800);
    node.set({ slowMs: 0, isHanging: true });
    const late = client.result('eth_chainId').catch((error: unknown) => error);
    const { value, tookMs } = await time.finish(late);
    expect(value).toMatchObject({ message: 'no answer within 3000 ms' });
    expect(tookMs).toBe(3000);
  });

  test('it limits calls per request, and bytes per answer', async () => {
    sim.mine(Array.from({ length: 100 }, () => poke(ALICE)));
    node.set({ maxBatch: 2, maxAnswerBytes: 10_000 });
    expect(
      await client.transport.send(
        '[{"id":1,"method":"a"},{"id":2,"method":"a"},{"id":3,"method":"a"}]',
      ),
    ).toMatch(/batch too large/);
    expect((await client.ask('eth_getLogs', range(1, 1))).error).toEqual(REFUSALS.answerSize);
    node.set({ maxAnswerBytes: null });
    client = new NodeClient(transport(node, { maxAnswerBytes: 10_000 }));
    await expect(client.logs(range(1, 1))).rejects.toThrow(AnswerTooLarge);
  });

  test('errors that are not the node’s are thrown: a bug in a test’s contract wallet', async () => {
    sim.deploy(ALICE, () => {
      throw new NodeError(-32_000, 'out of gas');
    });
    sim.deploy(BOB, () => {
      throw new TypeError('a bug');
    });
    expect((await client.ask('eth_call', { to: ALICE, data: '0x' }, 'latest')).error?.code).toBe(
      -32_000,
    );
    await expect(client.ask('eth_call', { to: BOB, data: '0x' }, 'latest')).rejects.toThrow(
      'a bug',
    );
  });
});

describe('a node behind HTTP', () => {
  const post = (url: string, method: string) =>
    fetch(url, { method: 'POST', body: JSON.stringify({ id: 1, method, params: [] }) });

  test('answers, limits and refuses as HTTP does', async () => {
    const served = await serveNode(node, {
      tamper: (answer) => answer.replace('0x1', '0x2'),
      other: (_request, response) => response.end('other'),
    });
    try {
      expect(await (await post(served.url, 'eth_chainId')).json()).toMatchObject({ result: '0x2' });
      expect(await (await post(`${served.url}x`, '')).text()).toBe('other');
      node.set({ rateLimit: { every: 1, as: 'http', retryAfterS: 3 } });
      const limited = await post(served.url, 'eth_chainId');
      expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '3']);
      node.set({ isDown: true });
      await expect(post(served.url, 'eth_chainId')).rejects.toThrow();
    } finally {
      await served.close();
    }
  });
});
