/** Balances as the hooks read them, from token contracts behind the wallet. */
import { Interface } from 'ethers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { address } from '../../../common/values/address.ts';
import { configQuery } from '../api/config.ts';
import { createQueryClient } from '../api/query-client.ts';
import { testConfig } from '../testing/config.ts';
import { rpcError, TestWallet } from '../testing/wallet.ts';
import { connectedParts, hookResult } from '../testing/with-wallet.tsx';
import { useDenaBalance, useNftBalances } from './balances.ts';

const OWNER = address('0x00000000000000000000000000000000000000aa');
const DENA = address('0x00000000000000000000000000000000000000cc');
const NATIONAL = address('0x00000000000000000000000000000000000000c1');
const CULTURAL = address('0x00000000000000000000000000000000000000c2');

const TOKENS = new Interface([
  'function decimals() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address,uint256) view returns (uint256)',
]);
const callSchema = z.object({ to: z.string(), data: z.string() });

/** What the contracts hold of the owner: by contract, or by contract and token id. */
let balances: Record<string, bigint>;
let decimals: bigint;

beforeEach(() => {
  [balances, decimals] = [{}, 18n];
});

const queryClient = createQueryClient();
const { queries } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
const wallet = new TestWallet({
  eth_accounts: () => [],
  eth_requestAccounts: () => [OWNER],
  eth_chainId: () => '0x1',
  eth_call([asked, block]) {
    expect(block).toBe('latest');
    const { to, data } = callSchema.parse(asked);
    const call = TOKENS.parseTransaction({ data });
    if (call?.name === 'decimals') return TOKENS.encodeFunctionResult('decimals()', [decimals]);
    const [owner, tokenId] = z
      .array(z.union([z.string(), z.bigint()]))
      .parse([...(call?.args ?? [])]);
    expect(owner).toBe(OWNER);
    const key = tokenId === undefined ? to : `${to}/${tokenId}`;
    return TOKENS.encodeFunctionResult('balanceOf(address)', [balances[key] ?? 0n]);
  },
});
queryClient.setQueryData(
  configQuery().queryKey,
  testConfig({ contracts: { dena: DENA, nationalNft: NATIONAL, culturalNft: CULTURAL } }),
);
const parts = await connectedParts(queryClient, wallet);

afterAll(() => {
  queryClient.clear();
});

/** What a hook shows once its query has read the chain. */
async function shown<T>(use: () => T): Promise<T> {
  queryClient.removeQueries({ queryKey: ['chain'] });
  hookResult(queryClient, parts, use);
  await queryClient
    .getQueryCache()
    .find({ queryKey: ['chain'], exact: false })
    ?.fetch();
  return hookResult(queryClient, parts, use);
}

test.each([
  [18n, 1250n * 10n ** 18n, 1250n * 10n ** 18n],
  [6n, 1_250_500_000n, 12505n * 10n ** 17n],
  [20n, 12_345n, 123n],
])('DENA is in wei of 18 decimals, if the token has %i', async (of, balance, wei) => {
  decimals = of;
  balances = { [DENA]: balance };
  expect(await shown(useDenaBalance)).toMatchObject({ balanceWei: wei });
});

test('once the balance cannot be read, an earlier reading is not shown as the present one', async () => {
  decimals = 18n;
  balances = { [DENA]: 7n };
  expect(await shown(useDenaBalance)).toEqual({ balanceWei: 7n, problem: null });
  vi.spyOn(wallet, 'request').mockRejectedValue(rpcError(-32603));
  await expect(
    queryClient
      .getQueryCache()
      .find({ queryKey: ['chain'], exact: false })
      ?.fetch(),
  ).rejects.toThrow();
  const problem = expect.stringContaining('no answer from its network');
  expect(hookResult(queryClient, parts, useDenaBalance)).toEqual({ balanceWei: null, problem });
  vi.restoreAllMocks();
});

test('a token with more decimals than a uint8 holds is refused', async () => {
  decimals = 256n;
  await expect(shown(useDenaBalance)).rejects.toThrow(RangeError);
});

test('[NFT1, NFT2] a nation’s token is counted in each collection, and other nations’ tokens are not', async () => {
  balances = { [`${NATIONAL}/2`]: 3n, [`${CULTURAL}/2`]: 5n, [`${NATIONAL}/4`]: 9n };
  const of = (nation: 'italy' | 'china') => shown(() => useNftBalances(nation));
  expect(await of('italy')).toMatchObject({ national: 3n, cultural: 5n });
  expect(await of('china')).toMatchObject({ national: 9n, cultural: 0n });
});
