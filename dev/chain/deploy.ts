/**
 * The game's contracts on the development chain. They are deployed by the owner's first
 * transactions, so each world has them at the same addresses, and the owner's nonce says how many
 * are there.
 */
import { getCreateAddress, Interface } from 'ethers';
import { z } from 'zod';
import { address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { MULTICALL3 } from '../../server/chain/multicall.ts';
import compiled from '../contracts/compiled.json' with { type: 'json' };
import { DEMO_ACCOUNTS, OWNER_ACCOUNT } from './accounts.ts';
import type { Rpc } from './rpc.ts';
import { transact, transactionCount, type Transaction } from './transact.ts';

const addressAt = (nonce: number) => address(getCreateAddress({ from: OWNER_ACCOUNT, nonce }));
export const CONTRACTS = {
  dena: addressAt(0),
  nationalNft: addressAt(1),
  culturalNft: addressAt(2),
} as const;

/** What each of accounts 1–9 starts with; NFTs per nation. */
const ENDOWMENT = { dena: 100_000n, nationals: 3n, culturals: 5n } as const;

const TOKEN = new Interface([
  'function mintEach(address[] holders, uint256 amount)',
  'function baseUri() view returns (string)',
  'function setBaseUri(string newBaseUri)',
]);

const codeSchema = z.string().regex(/^0x[0-9a-f]*$/);

const endow = (amount: bigint) => TOKEN.encodeFunctionData('mintEach', [DEMO_ACCOUNTS, amount]);
const FIRST_TRANSACTIONS: readonly Transaction[] = [
  { data: compiled.Dena },
  { data: compiled.NationalNft },
  { data: compiled.CulturalNft },
  { to: CONTRACTS.dena, data: endow(ENDOWMENT.dena * WEI_PER_DENA) },
  { to: CONTRACTS.nationalNft, data: endow(ENDOWMENT.nationals) },
  { to: CONTRACTS.culturalNft, data: endow(ENDOWMENT.culturals) },
];

/** Deploys the contracts and endows accounts 1–9. @returns false if all of it was there. */
export async function ensureDeployed(rpc: Rpc): Promise<boolean> {
  // Multicall3 is at its address on every public chain.
  const [code] = await rpc([{ method: 'eth_getCode', params: [MULTICALL3, 'latest'] }]);
  if (codeSchema.parse(code) === '0x') {
    await rpc([{ method: 'anvil_setCode', params: [MULTICALL3, compiled.Multicall3] }]);
  }
  const missing = FIRST_TRANSACTIONS.slice(await transactionCount(rpc, OWNER_ACCOUNT));
  for (const transaction of missing) await transact(rpc, transaction);
  return missing.length > 0;
}

/** Moves both collections' metadata to `origin`, if it is not there already. */
export async function pointMetadataAt(rpc: Rpc, origin: string): Promise<void> {
  for (const [to, folder] of [
    [CONTRACTS.nationalNft, 'national'],
    [CONTRACTS.culturalNft, 'cultural'],
  ] as const) {
    const wanted = `${origin}/dev/metadata/${folder}/`;
    const call = { to, data: TOKEN.encodeFunctionData('baseUri') };
    const [found] = await rpc([{ method: 'eth_call', params: [call, 'latest'] }]);
    const [current] = TOKEN.decodeFunctionResult('baseUri', codeSchema.parse(found));
    if (current === wanted) continue;
    await transact(rpc, { to, data: TOKEN.encodeFunctionData('setBaseUri', [wanted]) });
  }
}
