import { expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { describeChain } from './conformance.ts';
import { FakeChain } from './fake-chain.ts';

const WALLET = address('0x00000000000000000000000000000000000a11ce');
const OTHER = address('0x0000000000000000000000000000000000000b0b');
const CONTRACT_WALLET = address('0x000000000000000000000000000000000000c0de');

describeChain('in memory', async () => {
  const chain = new FakeChain({ timeoutMs: 200 });
  return {
    chain,
    wallets: [WALLET, OTHER],
    async give(wallet, { denaWei, nationId, national, cultural }) {
      const held = await chain.holdings(wallet, nationId);
      chain.give(wallet, {
        denaWei: held.denaWei + denaWei,
        national: { [nationId]: held.national + national },
        cultural: { [nationId]: held.cultural + cultural },
      });
    },
    async publish(collection, tokenId) {
      const uri = `https://metadata.example/${collection}/${tokenId}.json`;
      chain.setTokenUri(collection, tokenId, uri);
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
    async close() {
      chain.close();
    },
  };
});

test('it can imitate a node that lags behind', async () => {
  const chain = new FakeChain();
  chain.advance(10);
  const { block } = await chain.holdings(WALLET, 'usa');
  chain.rewind(4);
  expect((await chain.holdings(WALLET, 'usa')).block).toBe(block - 4);
});
