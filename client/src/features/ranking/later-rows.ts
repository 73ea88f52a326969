/**
 * The ranks beyond the live rows, as last polled: each page may be of another moment, and the live
 * rows go on meanwhile. Pure.
 */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';

export interface PolledPage {
  readonly rows: readonly LeaderboardEntry[];
  /** When it was answered, in ms. */
  readonly polledAt: number;
}

/**
 * The polled rows by their index in the whole ranking. A wallet stands once: where the live rows have
 * it, there; where two pages do, where the newer page does. What that leaves open is not known.
 */
export function placeLater(
  pages: readonly PolledPage[],
  liveWallets: ReadonlySet<Address>,
): ReadonlyMap<number, LeaderboardEntry> {
  const placed = new Map<number, LeaderboardEntry>();
  const seen = new Set<Address>();
  for (const { rows } of pages.toSorted((a, b) => b.polledAt - a.polledAt)) {
    for (const row of rows) {
      if (liveWallets.has(row.walletAddress) || seen.has(row.walletAddress)) continue;
      seen.add(row.walletAddress);
      placed.set(row.rank - 1, row);
    }
  }
  return placed;
}

/** Whether the live rows or one's own pushed row say otherwise than this page: it is polled again soon. */
export function isOvertaken(
  rows: readonly LeaderboardEntry[],
  liveWallets: ReadonlySet<Address>,
  own: LeaderboardEntry | null,
): boolean {
  return rows.some((row) => {
    if (liveWallets.has(row.walletAddress)) return true;
    if (!own) return false;
    const isOwn = row.walletAddress === own.walletAddress;
    return isOwn ? row.rank !== own.rank || row.gdp !== own.gdp : row.rank === own.rank;
  });
}
