/**
 * Transactions of the development chain's own accounts: the owner's and the faucet's. The chain signs for both:
 * nothing here does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toQuantity } from 'ethers';
import { z } from 'zod';
import type { Address } from '../../common/values/address.ts';
import { OWNER_ACCOUNT } from './accounts.ts';
import { ChainRefused, type Rpc, type RpcCall } from './rpc.ts';

const quantitySchema = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(Number);
const hashSchema = z.string().regex(/^0x[0-9a-f]{64}$/);
const receiptSchema = z.object({ status: z.literal('0x1') });

/** How long the chain may go without mining one of the transactions: many times its block interval. */
const MINED_MS = 30_000;
/** It mines at once, and what that missed within its block interval of 2 s: by then something was lost. */
const LOST_MS = 3000;
/** Polling interval for receipts. */
const LOOK_MS = 5;

/** Per transaction, unless it names its own: more than any of them uses. */
const GAS_LIMIT = 5_000_000;
/** Transactions that the chain holds at a time. */
const BATCH = 60;

/** The nonce of an account's next transaction; the owner's by default. */
export async function nextNonce(rpc: Rpc, from: Address = OWNER_ACCOUNT): Promise<number> {
  const [nonce] = await rpc([{ method: 'eth_getTransactionCount', params: [from, 'pending'] }]);
  return quantitySchema.parse(nonce);
}

export interface Transaction {
  readonly to?: Address;
  readonly data: string;
  /** The most gas that it may use. */
  readonly gas?: number;
}

/**
 * Sends an account's transactions, the owner's by default, in their order and waits until each has succeeded.
 * @throws ChainRefused if the chain does not accept one; Error if one fails, or is not mined in time.
 */
export async function transact(
  rpc: Rpc,
  nonce: number,
  transactions: readonly Transaction[],
  from: Address = OWNER_ACCOUNT,
): Promise<void> {
  const calls = transactions.map(({ gas = GAS_LIMIT, ...transaction }, i) => ({
    method: 'eth_sendTransaction',
    params: [{ from, nonce: toQuantity(nonce + i), gas: toQuantity(gas), ...transaction }],
  }));
  for (let start = 0; start < calls.length; start += BATCH) {
    const batch = calls.slice(start, start + BATCH);
    const hashes = await rpc(batch);
    await untilMined(
      rpc,
      batch.map((call, i) => ({ call, hash: hashSchema.parse(hashes[i]) })),
    );
  }
}

interface Sent {
  readonly call: RpcCall;
  readonly hash: string;
}

/**
 * Resolves when all have succeeded. The chain handles the calls of a batch in parallel, and rarely loses one
 * that it accepted while it mines another; those after it would wait for ever. So what is still missing after a
 * while is sent again.
 */
async function untilMined(rpc: Rpc, sent: readonly Sent[]): Promise<void> {
  let pending = sent;
  let progressAt = performance.now();
  let sentAt = progressAt;
  for (;;) {
    const receipts = await rpc(
      pending.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    );
    for (const receipt of receipts) if (receipt !== null) receiptSchema.parse(receipt);
    const missing = pending.filter((_sent, i) => receipts[i] === null);
    if (missing.length === 0) return;
    const now = performance.now();
    if (missing.length < pending.length) progressAt = sentAt = now;
    pending = missing;
    if (now - progressAt > MINED_MS) {
      const hashes = pending.map(({ hash }) => hash);
      throw new Error(`The local chain does not mine ${hashes.join(', ')}.`);
    }
    if (now - sentAt > LOST_MS) {
      sentAt = now;
      pending = await sendAgain(rpc, pending);
    }
    await sleep(LOOK_MS);
  }
}

/** Sends each again, unless the chain still has it. */
async function sendAgain(rpc: Rpc, lost: readonly Sent[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const { call, hash } of lost) {
    try {
      // Another hash if the fee that the chain fills in has changed.
      const [next] = await rpc([call]);
      sent.push({ call, hash: hashSchema.parse(next) });
    } catch (error) {
      if (!(error instanceof ChainRefused)) throw error;
      sent.push({ call, hash });
    }
  }
  return sent;
}
