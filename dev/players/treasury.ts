/**
 * The development chain's mint: gives DENA and NFTs to accounts that are to play. It works only on a
 * chain whose first account is unlocked and owns the contracts, as Denaria's local chain has it.
 */
import { Interface, toQuantity } from 'ethers';
import { z } from 'zod';
import type { ConfigView } from '../../common/protocol/config.ts';
import type { Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { isNonceTaken } from '../chain/nonce-taken.ts';

export interface Endowment {
  readonly wallet: Address;
  readonly nationId: NationId;
  readonly dena: number;
  readonly nationals: number;
  readonly culturals: number;
}

const ERC20 = new Interface(['function mint(address to, uint256 amount)']);
const ERC1155 = new Interface(['function mint(address to, uint256 id, uint256 amount)']);

const rpcAnswerSchema = z.array(
  z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() }),
);
const accountsSchema = z.array(z.string()).min(1);

/** Transactions in one batch. */
const BATCH = 60;
const MOST_TRIES = 5;

/** Mints an endowment for each wallet. @throws Error where the chain lets nobody mint. */
export async function endow(
  rpcUrl: string,
  contracts: ConfigView['contracts'],
  endowments: readonly Endowment[],
): Promise<void> {
  // Who has played before needs no chain for it.
  if (endowments.length === 0) return;
  const [accounts] = await rpcBatch(rpcUrl, [{ method: 'eth_accounts', params: [] }]);
  const [owner] = accountsSchema.parse(accounts);
  const transactions = endowments.flatMap(({ wallet, nationId, dena, nationals, culturals }) => {
    const token = NATIONS[nationId].tokenId;
    return [
      [contracts.dena, ERC20.encodeFunctionData('mint', [wallet, BigInt(dena) * WEI_PER_DENA])],
      [contracts.nationalNft, ERC1155.encodeFunctionData('mint', [wallet, token, nationals])],
      [contracts.culturalNft, ERC1155.encodeFunctionData('mint', [wallet, token, culturals])],
    ] as const;
  });
  for (let start = 0; start < transactions.length; start += BATCH) {
    await send(rpcUrl, z.string().parse(owner), transactions.slice(start, start + BATCH));
  }
}

type Sent = readonly [to: Address, data: string];

/** Sends one batch; what lost its nonce to another minter, such as the faucet, is sent again. */
async function send(rpcUrl: string, owner: string, batch: readonly Sent[]): Promise<void> {
  let pending = batch;
  for (let left = MOST_TRIES; pending.length > 0; left -= 1) {
    const [count] = await rpcBatch(rpcUrl, [
      { method: 'eth_getTransactionCount', params: [owner, 'pending'] },
    ]);
    // The chain takes the calls of a batch side by side: each needs a nonce of its own.
    const firstNonce = Number(z.string().parse(count));
    const outcomes = await rpcAnswers(
      rpcUrl,
      pending.map(([to, data], i) => ({
        method: 'eth_sendTransaction',
        params: [
          { from: owner, to, data, gas: toQuantity(300_000), nonce: toQuantity(firstNonce + i) },
        ],
      })),
    );
    const again = pending.filter((_sent, i) => {
      const words = outcomes[i]?.error?.message;
      if (words === undefined) return false;
      if (left > 1 && isNonceTaken(words)) return true;
      throw new Error(`the chain refused: ${words}`);
    });
    pending = again;
  }
}

interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

async function rpcAnswers(rpcUrl: string, calls: readonly RpcCall[]) {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
  });
  if (!response.ok) throw new Error(`the chain answered ${response.status}`);
  return rpcAnswerSchema.parse(await response.json());
}

/** The results of calls of which none may fail. */
async function rpcBatch(rpcUrl: string, calls: readonly RpcCall[]): Promise<unknown[]> {
  return (await rpcAnswers(rpcUrl, calls)).map(({ result, error }) => {
    if (error) throw new Error(`the chain refused: ${error.message}`);
    return result;
  });
}
