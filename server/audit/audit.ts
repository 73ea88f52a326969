/** Audits a whole data set, or one wallet of it; report.ts formats the findings. */
import type { Address } from '../../common/values/address.ts';
import type { WalletSource } from '../store/stream.ts';
import { checkWallet, type WalletCheck } from './check-wallet.ts';
import { checkWeeks } from './check-weeks.ts';
import { storedWallets } from './stored-wallets.ts';

/** How many differences are listed; the rest are only counted. */
const LISTED = 50;

interface Difference {
  /** What it is in: a wallet, a week, the rules. */
  readonly of: string;
  readonly what: string;
}

export type Audit = Awaited<ReturnType<typeof audit>>;

/**
 * @param only the wallet to audit; null for all.
 * @param progress called after each wallet with the number done.
 * @throws StoreNotOpened
 */
export async function audit(
  source: WalletSource,
  only: Address | null,
  progress: (wallets: number) => void = () => undefined,
) {
  const listed: Difference[] = [];
  const stakes = { all: 0, active: 0 };
  const counts = { differences: 0, wallets: 0, players: 0, events: 0, unreadable: 0 };
  const report = (of: string) => (what: string) => {
    counts.differences += 1;
    if (listed.length < LISTED) listed.push({ of, what });
  };
  let last: WalletCheck | null = null;
  for await (const stored of storedWallets(source, only)) {
    last = checkWallet(stored, report(stored.wallet));
    counts.wallets += 1;
    counts.events += last.events.all;
    stakes.all += last.stakes.all;
    stakes.active += last.stakes.active;
    counts.unreadable += last.events.unreadable;
    if (last.player) counts.players += 1;
    progress(counts.wallets);
  }
  // Of all players: one wallet's say nothing of a place.
  const weeks = only ? null : await checkWeeks(source, report);
  const { differences, ...others } = counts;
  return {
    ...others,
    differences: { count: differences, listed },
    stakes,
    /** The closed ones; null for the audit of one wallet. */
    weeks,
    /** The last wallet's, for the audit of one. */
    last,
  };
}
