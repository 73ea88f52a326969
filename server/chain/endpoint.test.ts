/** What an endpoint must prove before it is trusted, and what is logged about a bad one. */
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { turns } from '../../tools/test/turns.ts';
import { ChainUnavailable } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import type { FakeNode } from './testing/fake-node.ts';
import { fakeTime, poolOf } from './testing/open-chain.ts';

const ANOTHER_HASH = `0x${'b'.repeat(64)}`;

function goDown(...nodes: readonly FakeNode[]): void {
  for (const node of nodes) node.set({ isDown: true });
}

/** It is of another chain from now on. */
function stray(node: FakeNode): void {
  node.beforeCall = ({ method }) => (method === 'eth_chainId' ? '0x5' : undefined);
}

test('after three failures in a row nobody is let through for 2 s, and then one check at a time', async () => {
  const time = fakeTime();
  const { chain, nodes, askedBy } = poolOf(1, { callMs: 20_000 });
  const [node] = nodes;
  const ask = () => askedBy(() => chain.head());
  /** A call whose answer comes when the test says so. */
  const held = async () => {
    let answer = () => {};
    node.heal();
    node.beforeCall = () => new Promise((resolve) => void (answer = () => resolve(undefined)));
    const head = chain.head();
    await turns(5);
    node.beforeCall = null;
    return { head, answer };
  };
  await chain.head();
  const early = await held();
  goDown(node);
  await ask();
  await ask();
  node.heal();
  await ask();
  goDown(node);
  for (let i = 0; i < 3; i += 1) expect(await ask()).toEqual([1]);
  // A call from before proves nothing about now.
  early.answer();
  expect(await early.head).toMatchObject({ number: 100 });
  await time.pass(1999);
  expect(await ask()).toEqual([]);
  await time.pass(1);
  expect(await ask()).toEqual([1]);
  await time.pass(1999);
  expect(await ask()).toEqual([]);
  await time.pass(1);
  const probe = await held();
  expect(await ask()).toEqual([]);
  expect(await askedBy(() => chain.tokenBalance('national', walletOf(1), 1n))).toEqual([]);
  expect(chain.endpoints()[0]?.state).toBe('failing');
  node.heal();
  probe.answer();
  expect(await probe.head).toMatchObject({ number: 100 });
  expect(chain.endpoints()[0]?.state).toBe('ok');
  expect(await ask()).toEqual([1]);
});

describe('the check', () => {
  test('comes before anything is trusted, and again after the endpoint was away', async () => {
    const { chain, nodes, sim, pass, askedBy } = poolOf(1);
    await chain.head();
    expect(nodes[0].counts()).toMatchObject({ eth_chainId: 1 });
    goDown(nodes[0]);
    for (let i = 0; i < 3; i += 1) await chain.head().catch(() => undefined);
    nodes[0].heal();
    stray(nodes[0]);
    sim.mineEmpty(400);
    // The circuit is open: no call is made.
    expect(await askedBy(() => chain.head())).toEqual([]);
    pass(2100);
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
    expect(chain.endpoints()[0]).toMatchObject({ state: 'wrong-chain', head: 100 });
    nodes[0].beforeCall = null;
    pass(10_000);
    expect(await chain.head()).toMatchObject({ number: 500 });
  });

  test('stops a start only if all endpoints that answer are wrong', async () => {
    const { chain, nodes } = poolOf(3);
    stray(nodes[0]);
    goDown(nodes[1]);
    await chain.confirm();
    stray(nodes[2]);
    const other = poolOf(2);
    stray(other.nodes[0]);
    goDown(other.nodes[1]);
    await expect(other.chain.confirm()).rejects.toBeInstanceOf(WrongChain);
    const silent = poolOf(2);
    goDown(...silent.nodes);
    await expect(silent.chain.confirm()).rejects.toBeInstanceOf(ChainUnavailable);
    expect(silent.chain.isReachable()).toBe(false);
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
      const { chain, at } = poolOf(1, { genesis: keeper(ANOTHER_HASH) });
      const refused = chain.confirm();
      await expect(refused).rejects.toBeInstanceOf(WrongChain);
      await expect(refused).rejects.toThrow(
        new RegExp(
          `${at(0).hash.slice(0, 10)}.*${ANOTHER_HASH.slice(0, 10)}.*ETH_RPC_URL.*DATA_DIR`,
        ),
      );
    });

    test('accepts a node that keeps none', async () => {
      const genesis = keeper(ANOTHER_HASH);
      const { chain, nodes } = poolOf(1, { genesis });
      nodes[0].beforeCall = ({ params }) => (params[0] === '0x0' ? null : undefined);
      await chain.confirm();
      expect(genesis.known).toBe(ANOTHER_HASH);
    });

    test('keeps the first one’s hash, and treats the second of two different ones as wrong', async () => {
      const genesis = keeper();
      const { chain, nodes, at } = poolOf(2, { genesis });
      nodes[1].set({ genesisHash: ANOTHER_HASH });
      await chain.confirm();
      expect(genesis.known).toBe(at(0).hash);
      expect(chain.endpoints().map(({ state }) => state)).toEqual(['ok', 'wrong-chain']);
    });
  });
});
