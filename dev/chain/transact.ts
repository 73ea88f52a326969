/**
 * Transactions of the development chain's own accounts. The chain signs for them: nothing here
 * does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toQuantity } from 'ethers';
import { z } from 'zod';
import type { Address } from '../../common/values/address.ts';
import { OWNER_ACCOUNT } from './accounts.ts';
import { ChainRefused, type Rpc } from './rpc.ts';

const countSchema = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(Number);
const hashSchema = z.string().regex(/^0x[0-9a-f]{64}$/);
const receiptSchema = z.object({ status: z.literal('0x1') });

/** How long a transaction may take: many times the chain's block interval. */
const MINED_MS = 30_000;
/**
 * The chain mines at once, and what it missed within its block interval of 2 s: by then it was
 * lost.
 */
const LOST_MS = 3000;
/** Polling interval for receipts. */
const LOOK_MS = 5;
/** More than any of them uses. */
const GAS_LIMIT = 10_000_000;
/** Another process has sent a transaction of the same account meanwhile. */
const NONCE_IS_TAKEN = /nonce|already imported|underpriced/i;

export interface Transaction {
  readonly to?: Address;
  readonly data: string;
}

/** How many transactions an account has sent: the nonce of its next one. */
export async function transactionCount(rpc: Rpc, from: Address): Promise<number> {
  const [count] = await rpc([{ method: 'eth_getTransactionCount', params: [from, 'pending'] }]);
  return countSchema.parse(count);
}

/**
 * Sends a transaction, of the owner by default, and waits until it has succeeded. The chain rarely
 * loses one that it accepted while it mines another: that is sent again.
 * @throws ChainRefused if the chain does not accept it; Error if it fails, or is not mined in time.
 */
export async function transact(
  rpc: Rpc,
  transaction: Transaction,
  from: Address = OWNER_ACCOUNT,
): Promise<void> {
  const giveUpAt = performance.now() + MINED_MS;
  while (performance.now() < giveUpAt) {
    const nonce = toQuantity(await transactionCount(rpc, from));
    const params = [{ from, nonce, gas: toQuantity(GAS_LIMIT), ...transaction }];
    try {
      const [hash] = await rpc([{ method: 'eth_sendTransaction', params }]);
      if (await isMined(rpc, hashSchema.parse(hash), giveUpAt)) return;
    } catch (error) {
      if (!(error instanceof ChainRefused && NONCE_IS_TAKEN.test(error.reason))) throw error;
    }
    await sleep(LOOK_MS);
  }
  throw new Error(`The local chain does not mine a transaction of ${from}.`);
}

/** False if the chain has lost it, or has not mined it by then. */
async function isMined(rpc: Rpc, hash: string, giveUpAt: number): Promise<boolean> {
  const lostAt = performance.now() + LOST_MS;
  for (;;) {
    const [receipt, known] = await rpc(
      ['eth_getTransactionReceipt', 'eth_getTransactionByHash'].map((method) => ({
        method,
        params: [hash],
      })),
    );
    if (receipt !== null) {
      receiptSchema.parse(receipt);
      return true;
    }
    const now = performance.now();
    if (now > giveUpAt || (known === null && now > lostAt)) return false;
    await sleep(LOOK_MS);
  }
}
