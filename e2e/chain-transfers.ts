/** What the first Demo account sends away on chain, behind the game's back: to the second one. */
import { Interface } from 'ethers';
import { z } from 'zod';
import { configCall } from '../common/protocol/config.ts';
import { WEI_PER_DENA } from '../common/values/amount.ts';
import { NATIONS } from '../common/values/nations.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';

const [PLAYER, OTHER] = DEMO_ACCOUNTS;
const resultSchema = z.object({ result: z.string() });

const erc20 = new Interface(['function transfer(address to, uint256 amount)']);
const erc1155 = new Interface([
  'function balanceOf(address holder, uint256 id) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
]);

async function rpc(url: string, method: string, ...params: readonly unknown[]): Promise<string> {
  const answer = await fetch(`${url}/dev/rpc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return resultSchema.parse(await answer.json()).result;
}

async function contractsOf(url: string) {
  const config = await fetch(`${url}/api/config`);
  return configCall.answers[200].parse(await config.json()).contracts;
}

/** All DENA, but so much of it. */
export async function sendAllDenaBut(url: string, keptWei: bigint): Promise<void> {
  const { dena: to } = await contractsOf(url);
  const data = erc20.encodeFunctionData('transfer', [OTHER, 100_000n * WEI_PER_DENA - keptWei]);
  await rpc(url, 'eth_sendTransaction', { from: PLAYER, to, data });
}

/** All copies of Italy's two tokens. */
export async function sendAllNfts(url: string): Promise<void> {
  const { nationalNft, culturalNft } = await contractsOf(url);
  const token = NATIONS.italy.tokenId;
  for (const to of [nationalNft, culturalNft]) {
    const question = erc1155.encodeFunctionData('balanceOf', [PLAYER, token]);
    const copies = BigInt(await rpc(url, 'eth_call', { to, data: question }, 'latest'));
    const data = erc1155.encodeFunctionData('safeTransferFrom', [
      PLAYER,
      OTHER,
      token,
      copies,
      '0x',
    ]);
    await rpc(url, 'eth_sendTransaction', { from: PLAYER, to, data });
  }
}
