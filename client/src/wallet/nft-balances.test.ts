import { Interface } from 'ethers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { address } from '../../../common/values/address.ts';
import { rpcError, TestWallet } from '../testing/wallet.ts';
import type { WalletRequest } from './eth-call.ts';
import { readNftBalances } from './nft-balances.ts';

const OWNER = address('0x00000000000000000000000000000000000000aa');
const NATIONAL = address('0x00000000000000000000000000000000000000c1');
const CULTURAL = address('0x00000000000000000000000000000000000000c2');
const COLLECTIONS = { nationalNft: NATIONAL, culturalNft: CULTURAL };

const erc1155 = new Interface(['function balanceOf(address,uint256) view returns (uint256)']);
const callSchema = z.object({ to: z.string(), data: z.string() });

/** Two collections behind a wallet; `held` is keyed by collection and token id. */
function walletHolding(held: Readonly<Record<string, bigint>>): WalletRequest {
  const wallet = new TestWallet({
    eth_call([call, block]) {
      expect(block).toBe('latest');
      const { to, data } = callSchema.parse(call);
      const [owner, tokenId] = z
        .tuple([z.string(), z.bigint()])
        .parse([...erc1155.decodeFunctionData('balanceOf', data)]);
      expect(owner).toBe(OWNER);
      return erc1155.encodeFunctionResult('balanceOf', [held[`${to}/${tokenId}`] ?? 0n]);
    },
  });
  return (method, params) => wallet.request({ method, params });
}

test('[NFT1, NFT2] a nation’s token is counted in each collection, and other nations’ tokens are not', async () => {
  const request = walletHolding({
    [`${NATIONAL}/2`]: 3n,
    [`${CULTURAL}/2`]: 5n,
    [`${NATIONAL}/4`]: 9n,
  });
  expect(await readNftBalances(request, COLLECTIONS, OWNER, 'italy')).toEqual({
    national: 3n,
    cultural: 5n,
  });
  expect(await readNftBalances(request, COLLECTIONS, OWNER, 'china')).toEqual({
    national: 9n,
    cultural: 0n,
  });
});

test('an address without a contract, and a wallet that refuses, are errors and not a balance of 0', async () => {
  const reading = (request: WalletRequest) => readNftBalances(request, COLLECTIONS, OWNER, 'usa');
  await expect(reading(() => Promise.resolve('0x'))).rejects.toBeInstanceOf(z.ZodError);
  await expect(reading(() => Promise.reject(rpcError(4900)))).rejects.toMatchObject({ code: 4900 });
});
