/** The chain's contract: the chain in memory, and the adapter on a simulated node. */
import { hashMessage } from 'ethers';
import { walletOf } from '../../common/testing/fixtures.ts';
import { clockAhead } from '../../tools/test/clock-ahead.ts';
import { startFakeTime, type FakeTime } from '../../tools/test/fake-time.ts';
import { NATIONS } from '../../common/values/nations.ts';
import { nodeOf } from './shown-name.ts';
import { ChainSim } from './testing/chain-sim.ts';
import { describeChain, type ChainWorld } from './testing/conformance.ts';
import { FakeChain } from './testing/fake-chain.ts';
import { FakeNode, transport } from './testing/fake-node.ts';
import { openTestChain } from './testing/open-chain.ts';
import { REVERTED } from './testing/sim-contracts.ts';
import { addressAnswer, claim, resolve } from './testing/sim-names.ts';

const WALLETS = [walletOf(1), walletOf(2)] as const;
const CONTRACT_WALLET = walletOf(3);
const HANG_MS = 20;

describeChain('in memory', async (): Promise<ChainWorld> => {
  const chain = new FakeChain({ timeoutMs: HANG_MS });
  return {
    chain,
    wallets: WALLETS,
    async give(wallet, { denaWei, nationId, national, cultural }) {
      const before = await chain.holdings(wallet, nationId);
      chain.give(wallet, {
        denaWei: before.denaWei + denaWei,
        national: { [nationId]: before.national + national },
        cultural: { [nationId]: before.cultural + cultural },
      });
    },
    async publish(collection, tokenId) {
      const uri = `https://metadata.example/${collection}/${tokenId}.json`;
      chain.sim.uris.set(`${collection} ${tokenId}`, uri);
      return uri;
    },
    async name(wallet, name, owner) {
      chain.setName(wallet, { name: owner === wallet ? name : null });
    },
    async nextBlock() {
      chain.advance();
    },
    async deployContractWallet(accepts) {
      chain.deployContractWallet(CONTRACT_WALLET, (message) => {
        if (accepts === 'revert') throw new Error('reverted');
        return message === accepts.message;
      });
      return CONTRACT_WALLET;
    },
    async fault(kind) {
      if (kind === 'down') chain.goDown();
      else if (kind === 'hanging') chain.hang();
      else chain.comeBack();
    },
    waitFor: (work) => work,
    async close() {
      chain.close();
    },
  };
});

describeChain('on a simulated node', async (): Promise<ChainWorld> => {
  const sim = new ChainSim();
  sim.mineEmpty(2);
  // The chain has a registry of names.
  resolve(sim, nodeOf('nobody.eth'), '0x');
  const node = new FakeNode(sim);
  const pass = clockAhead();
  let time: FakeTime | null = null;
  const chain = openTestChain({
    endpoints: ['http://node.test/'],
    connect: (_url, limits) => transport(node, limits),
  });
  return {
    chain,
    wallets: WALLETS,
    async give(wallet, { denaWei, nationId, national, cultural }) {
      const tokenId = BigInt(NATIONS[nationId].tokenId);
      const mint = { from: null, to: wallet };
      const copies = (count: number) => [{ tokenId, copies: BigInt(count) }];
      sim.mine([
        { ...mint, asset: 'dena', wei: denaWei },
        { ...mint, asset: 'national', tokens: copies(national) },
        { ...mint, asset: 'cultural', tokens: copies(cultural) },
      ]);
    },
    async publish(collection, tokenId) {
      const uri = `https://metadata.example/${collection}/${tokenId}.json`;
      sim.uris.set(`${collection} ${tokenId}`, uri);
      return uri;
    },
    async name(wallet, name, owner) {
      claim(sim, wallet, name);
      resolve(sim, nodeOf(name), addressAnswer(owner));
    },
    async nextBlock() {
      sim.mine();
    },
    async deployContractWallet(accepts) {
      sim.deploy(CONTRACT_WALLET, ({ data }) => {
        if (accepts === 'revert') throw REVERTED();
        const isSigned = data.slice(10, 74) === hashMessage(accepts.message).slice(2);
        return `0x${isSigned ? '1626ba7e' : '00000000'}${'0'.repeat(56)}`;
      });
      return CONTRACT_WALLET;
    },
    async fault(kind) {
      node.heal();
      node.set({ isDown: kind === 'down', isHanging: kind === 'hanging' });
      if (kind === 'hanging') time = startFakeTime();
      if (kind !== 'none') return;
      time?.stop();
      time = null;
      pass(61_000);
    },
    waitFor: async (work) => (time ? (await time.finish(work)).value : work),
    async close() {
      chain.close();
      time?.stop();
    },
  };
});
