/** What an endpoint must prove before it is trusted, and what is logged about a bad one. */
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { turns } from '../../tools/test/turns.ts';
import { ChainUnavailable } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import { fakeTime, hashOf, poolOf } from './testing/scripted-node.ts';

const down = () => Promise.reject(new Error('connection refused'));
const up = () => Promise.resolve(null);
const never = () => new Promise<never>(() => {});

test('after three failures in a row nobody is let through for 2 s, and then one check at a time', async () => {
  let nowMs = 0;
  const { chain, nodes, askedBy } = poolOf(1, { callMs: 20_000, now: () => nowMs });
  const [node] = nodes;
  const ask = () => askedBy(() => chain.head());
  /** A call whose answer comes when the test says so. */
  const held = async () => {
    let answer = () => {};
    node.onRequest = () => new Promise((resolve) => void (answer = () => resolve(null)));
    const head = chain.head();
    await turns(5);
    return { head, answer };
  };
  await chain.head();
  const early = await held();
  node.onRequest = down;
  await ask();
  await ask();
  node.onRequest = up;
  await ask();
  node.onRequest = down;
  for (let i = 0; i < 3; i += 1) expect(await ask()).toEqual([1]);
  // A call from before proves nothing about now.
  early.answer();
  expect(await early.head).toMatchObject({ number: 100 });
  nowMs += 1999;
  expect(await ask()).toEqual([]);
  nowMs += 1;
  expect(await ask()).toEqual([1]);
  nowMs += 1999;
  expect(await ask()).toEqual([]);
  nowMs += 1;
  const probe = await held();
  expect(await ask()).toEqual([]);
  expect(await askedBy(() => chain.tokenBalance('national', walletOf(1), 1n))).toEqual([]);
  expect(chain.endpoints()[0]?.state).toBe('failing');
  node.onRequest = up;
  probe.answer();
  expect(await probe.head).toMatchObject({ number: 100 });
  expect(chain.endpoints()[0]?.state).toBe('ok');
  expect(await ask()).toEqual([1]);
});

describe('the check', () => {
  test('comes before anything is trusted, and again after the endpoint was away', async () => {
    const { chain, nodes, pass, askedBy } = poolOf(1);
    await chain.head();
    expect(nodes[0].count('eth_chainId')).toBe(1);
    nodes[0].onRequest = down;
    for (let i = 0; i < 3; i += 1) await chain.head().catch(() => undefined);
    nodes[0].onRequest = up;
    nodes[0].chainId = 5;
    nodes[0].head = 500;
    // The circuit is open: no call is made.
    expect(await askedBy(() => chain.head())).toEqual([]);
    pass(2100);
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
    expect(chain.endpoints()[0]).toMatchObject({ state: 'wrong-chain', head: 100 });
    nodes[0].chainId = 1;
    pass(10_000);
    expect(await chain.head()).toMatchObject({ number: 500 });
  });

  test('that hangs does not block the next one', async () => {
    const time = fakeTime();
    const { chain, nodes, pass } = poolOf(1, { callMs: 200 });
    nodes[0].onRequest = never;
    await expect(time.finish(chain.head())).rejects.toThrow(ChainUnavailable);
    nodes[0].onRequest = up;
    pass(2100);
    await time.pass(400);
    expect((await time.finish(chain.head())).value).toMatchObject({ number: 100 });
  });

  test('stops a start only if all endpoints that answer are wrong', async () => {
    const { chain, nodes } = poolOf(3);
    nodes[0].chainId = 5;
    nodes[1].onRequest = down;
    await chain.checkEndpoints();
    nodes[2].chainId = 5;
    const other = poolOf(2);
    other.nodes[0].chainId = 5;
    other.nodes[1].onRequest = down;
    await expect(other.chain.checkEndpoints()).rejects.toBeInstanceOf(WrongChain);
    const silent = poolOf(2);
    for (const node of silent.nodes) node.onRequest = down;
    await expect(silent.chain.checkEndpoints()).rejects.toBeInstanceOf(ChainUnavailable);
    expect(silent.chain.isReachable()).toBe(false);
  });

  test('skips a wrong one among good ones, with an error in the log each minute', async () => {
    const { chain, nodes, said, pass, askedBy } = poolOf(2);
    nodes[0].chainId = 5;
    await chain.checkEndpoints();
    const errors = () => said.filter(({ level }) => level === 'error');
    expect(errors()).toEqual([
      {
        level: 'error',
        words: 'an endpoint of the chain is of another chain',
        endpoint: '1 (node-1.example)',
      },
    ]);
    expect(await askedBy(() => chain.head())).toEqual([2]);
    expect(errors()).toHaveLength(1);
    pass(61_000);
    nodes[0].forget();
    await chain.head();
    expect(nodes[0].calls.every(({ method }) => method === 'eth_chainId')).toBe(true);
    expect(errors()).toHaveLength(2);
  });

  test('does not fail on a rate limit', async () => {
    const { chain, nodes } = poolOf(1);
    nodes[0].faulty = ({ method }) =>
      method === 'eth_call' ? { error: { code: 429, message: 'too many requests' } } : null;
    await expect(chain.checkEndpoints()).rejects.toBeInstanceOf(ChainUnavailable);
  });

  describe('of block 0', () => {
    function keeper(known: string | null = null) {
      const genesis = {
        known,
        read: () => Promise.resolve(genesis.known),
        keep: (hash: string) => {
          genesis.known = hash;
          return Promise.resolve();
        },
      };
      return genesis;
    }

    test('refuses another one, with both hashes and what to do', async () => {
      const { chain } = poolOf(1, { genesis: keeper(hashOf(0, 'b')) });
      const refused = chain.checkEndpoints();
      await expect(refused).rejects.toBeInstanceOf(WrongChain);
      await expect(refused).rejects.toThrow(
        new RegExp(
          `${hashOf(0).slice(0, 10)}.*${hashOf(0, 'b').slice(0, 10)}.*ETH_RPC_URL.*DATA_DIR`,
        ),
      );
    });

    test('accepts a node that keeps none', async () => {
      const genesis = keeper(hashOf(0, 'b'));
      const { chain, nodes } = poolOf(1, { genesis });
      nodes[0].faulty = ({ params }) => (params[0] === '0x0' ? { result: null } : null);
      await chain.checkEndpoints();
      expect(genesis.known).toBe(hashOf(0, 'b'));
    });

    test('keeps the first one’s hash, and treats the second of two different ones as wrong', async () => {
      const genesis = keeper();
      const { chain, nodes } = poolOf(2, { genesis });
      nodes[1].branch = 'b';
      await chain.checkEndpoints();
      expect(genesis.known).toBe(hashOf(0));
      expect(chain.endpoints().map(({ state }) => state)).toEqual(['ok', 'wrong-chain']);
    });
  });
});
