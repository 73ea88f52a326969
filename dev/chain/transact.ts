/**
 * The owner's and the faucet's transactions on the development chain. The chain signs for both: nothing here
 * does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toQuantity } from 'ethers';
import { z } from 'zod';
import type { Address } from '../../common/values/address.ts';
import { OWNER_ACCOUNT } from './accounts.ts';
import type { Rpc } from './rpc.ts';

const quantitySchema = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(Number);
const hashSchema = z.string().regex(/^0x[0-9a-f]{64}$/);
const receiptSchema = z.object({ status: z.literal('0x1') });

/** How long the chain may take to mine a transaction: many times its block interval. */
const MINED_MS = 30_000;
/** Polling interval for a receipt. */
const LOOK_MS = 5;

/** Per transaction: more than any of them uses. */
const GAS_LIMIT = 5_000_000;

/** The nonce of an account's next transaction; the owner's by default. */
export async function nextNonce(rpc: Rpc, from: Address = OWNER_ACCOUNT): Promise<number> {
  const [nonce] = await rpc([{ method: 'eth_getTransactionCount', params: [from, 'pending'] }]);
  return quantitySchema.parse(nonce);
}

export interface Transaction {
  readonly to?: Address;
  readonly data: string;
}

/**
 * Sends an account's transactions, the owner's by default, in one batch and waits until each has succeeded.
 */
export async function transact(
  rpc: Rpc,
  nonce: number,
  transactions: readonly Transaction[],
  from: Address = OWNER_ACCOUNT,
): Promise<void> {
  if (transactions.length === 0) return;
  const hashes = await rpc(
    transactions.map((transaction, i) => ({
      method: 'eth_sendTransaction',
      params: [
        {
          from,
          nonce: toQuantity(nonce + i),
          gas: toQuantity(GAS_LIMIT),
          ...transaction,
        },
      ],
    })),
  );
  // Mined immediately, but not before the answer: a receipt may take a moment.
  const giveUpAt = performance.now() + MINED_MS;
  for (let pending = hashes.map((hash) => hashSchema.parse(hash)); pending.length > 0;) {
    const receipts = await rpc(
      pending.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    );
    for (const receipt of receipts) if (receipt !== null) receiptSchema.parse(receipt);
    pending = pending.filter((_hash, i) => receipts[i] === null);
    if (pending.length === 0) return;
    if (performance.now() > giveUpAt) {
      throw new Error(`The local chain does not mine ${pending.join(', ')}.`);
    }
    await sleep(LOOK_MS);
  }
}
