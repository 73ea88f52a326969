/**
 * The ranks beyond the live rows, as last polled: each page may be from a different moment, and the live
 * rows change meanwhile. Pure.
 */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';

interface PolledPage {
  readonly rows: readonly LeaderboardEntry[];
  /** The list index of the page's first row. */
  readonly offset: number;
  /** When the response arrived, in ms. */
  readonly polledAt: number;
}

/**
 * The polled rows by their index in the list, either the whole ranking or one nation's. Each wallet appears
 * once: the live rows win over a page, and the newer page over the older. Indices left without a row are
 * missing.
 */
export function placeLater(
  pages: readonly PolledPage[],
  liveWallets: ReadonlySet<Address>,
): ReadonlyMap<number, LeaderboardEntry> {
  const placed = new Map<number, LeaderboardEntry>();
  const seen = new Set<Address>();
  for (const { rows, offset } of [...pages].sort((a, b) => b.polledAt - a.polledAt)) {
    for (const [i, row] of rows.entries()) {
      if (liveWallets.has(row.walletAddress) || seen.has(row.walletAddress)) continue;
      seen.add(row.walletAddress);
      placed.set(offset + i, row);
    }
  }
  return placed;
}

/** The page without the leading rows that the live ones cover. */
export function beyondLive(page: PolledPage, liveCount: number): PolledPage {
  const covered = Math.max(0, liveCount - page.offset);
  return covered === 0
    ? page
    : { ...page, rows: page.rows.slice(covered), offset: page.offset + covered };
}

/** True if the live rows or the own pushed row contradict this page, so that it must be polled again soon. */
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
