/**
 * The development chain's mint: gives DENA and NFTs to accounts that will play. It works only on a chain
 * whose first account is unlocked and owns the contracts, as on Denaria's local chain.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Interface, toQuantity } from 'ethers';
import { z } from 'zod';
import type { ConfigView } from '../../common/protocol/config.ts';
import type { Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';

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
const accountsSchema = z.tuple([z.string()]).rest(z.string());

/** Transactions per batch. */
const BATCH = 60;

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How long the chain may take to mine them. */
const MINED_MS = 30_000;
/** It mines at least once a second. */
const STOPPED_MS = 2500;
const LOOK_MS = 50;

/** Mints an endowment for each wallet, and waits until it is there. @throws Error if the chain does not allow minting. */
export async function endow(
  rpcUrl: string,
  contracts: ConfigView['contracts'],
  endowments: readonly Endowment[],
): Promise<void> {
  // Wallets that already play need no endowment.
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
  const [count] = await rpcBatch(rpcUrl, [
    { method: 'eth_getTransactionCount', params: [owner, 'pending'] },
  ]);
  // The chain handles the calls of a batch in parallel, so each needs its own nonce.
  const firstNonce = Number(z.string().parse(count));
  const calls = transactions.map(([to, data], i) => ({
    method: 'eth_sendTransaction',
    params: [
      { from: owner, to, data, gas: toQuantity(300_000), nonce: toQuantity(firstNonce + i) },
    ],
  }));
  for (let start = 0; start < calls.length; start += BATCH) {
    await rpcBatch(rpcUrl, calls.slice(start, start + BATCH));
  }
  await untilMined(rpcUrl, { owner, firstNonce, calls });
}

/**
 * Resolves when the chain has mined all of them. It rarely loses one of many that it accepted at the same time;
 * those after it would wait for ever, so the next ones are sent again where it stops.
 */
async function untilMined(
  rpcUrl: string,
  {
    owner,
    firstNonce,
    calls,
  }: { readonly owner: string; readonly firstNonce: number; readonly calls: readonly Call[] },
): Promise<void> {
  const giveUpAt = performance.now() + MINED_MS;
  let mined = -1;
  let stoppedAt = performance.now();
  for (;;) {
    const [count] = await rpcBatch(rpcUrl, [
      { method: 'eth_getTransactionCount', params: [owner, 'latest'] },
    ]);
    const now = performance.now();
    const reached = Number(z.string().parse(count)) - firstNonce;
    if (reached >= calls.length) return;
    if (now > giveUpAt) throw new Error('the chain does not mine what it accepted');
    if (reached !== mined) {
      mined = reached;
      stoppedAt = now;
    } else if (now - stoppedAt > STOPPED_MS) {
      stoppedAt = now;
      const next = Math.max(0, reached);
      // It refuses those that it still has.
      await rpcBatch(rpcUrl, calls.slice(next, next + BATCH)).catch(() => undefined);
    }
    await sleep(LOOK_MS);
  }
}

async function rpcBatch(rpcUrl: string, calls: readonly Call[]): Promise<unknown[]> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
  });
  if (!response.ok) throw new Error(`the chain answered ${response.status}`);
  return rpcAnswerSchema.parse(await response.json()).map(({ result, error }) => {
    if (error) throw new Error(`the chain refused: ${error.message}`);
    return result;
  });
}
