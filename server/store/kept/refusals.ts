/** How often a wallet's requests were refused with a code on a day; for operators. */
import type { Address } from '../../../common/values/address.ts';
import { inBatches, keysOf, type Rows } from '../rows.ts';
import type { Store } from '../store.ts';

export interface RefusalCount {
  readonly wallet: Address;
  /** The day and the code. */
  readonly what: string;
  readonly count: number;
}

/** More than the days times the codes there are. */
const MOST = 10_000;

/**
 * Adds to what is counted of each wallet. A count may be added twice if the store did not answer.
 * @param ttlMs how long a new count lives. @throws StoreUnavailable
 */
export async function countRefusals(
  store: Pick<Store, 'rows'>,
  counts: readonly RefusalCount[],
  ttlMs: number,
): Promise<void> {
  const refusals = store.rows('refusal');
  await inBatches(counts, ({ wallet, what, count }) =>
    refusals.increment({ key: `${wallet}:${what}`, by: count, orBegin: { ttlMs } }),
  );
}

/** Those of a wallet, by day and code. @throws StoreUnavailable */
export async function refusalsOf(
  rows: Pick<Rows, 'range'>,
  wallet: Address,
): Promise<readonly RefusalCount[]> {
  const found = await rows.range({ ...keysOf(wallet), limit: MOST, order: 'ascending' });
  return found.map(({ key, document }) => ({
    wallet,
    what: key.slice(wallet.length + 1),
    count: Number(document),
  }));
}
