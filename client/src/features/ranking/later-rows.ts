/**
 * The ranks beyond the live rows, as last polled: each page may be of another moment, and the live
 * rows go on meanwhile. Pure.
 */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';

export interface PolledPage {
  readonly rows: readonly LeaderboardEntry[];
  /** The index in its list of the page's first row. */
  readonly offset: number;
  /** When it was answered, in ms. */
  readonly polledAt: number;
}

/**
 * The polled rows by their index in their list, the whole ranking or a nation's. A wallet stands once:
 * where the live rows have it, there; where two pages do, where the newer page does. What that leaves
 * open is not known.
 */
export function placeLater(
  pages: readonly PolledPage[],
  liveWallets: ReadonlySet<Address>,
): ReadonlyMap<number, LeaderboardEntry> {
  const placed = new Map<number, LeaderboardEntry>();
  const seen = new Set<Address>();
  for (const { rows, offset } of pages.toSorted((a, b) => b.polledAt - a.polledAt)) {
    for (const [i, row] of rows.entries()) {
      if (liveWallets.has(row.walletAddress) || seen.has(row.walletAddress)) continue;
      seen.add(row.walletAddress);
      placed.set(offset + i, row);
    }
  }
  return placed;
}

/** The page without its first rows, as far as the live ones reach. */
export function beyondLive(page: PolledPage, liveCount: number): PolledPage {
  const covered = Math.max(0, liveCount - page.offset);
  return covered === 0
    ? page
    : { ...page, rows: page.rows.slice(covered), offset: page.offset + covered };
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
