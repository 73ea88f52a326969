/** A part of a ranking as a race of its own [SCR74, SCR75]. Pure. */
import type { RankedRow } from '../week-rows.ts';

const figureOf = ({ gdp, week }: RankedRow): number => week?.gained ?? gdp;

/**
 * The rows of those players, each with its rank among them and how far it is behind the next.
 * @param rows in any order; a player's first counts.
 * @param wallets in lower case.
 */
export function rowsAmong(
  rows: readonly RankedRow[],
  wallets: ReadonlySet<string>,
): readonly RankedRow[] {
  const byWallet = new Map<string, RankedRow>();
  for (const row of rows) {
    const wallet = row.walletAddress.toLowerCase();
    if (wallets.has(wallet) && !byWallet.has(wallet)) byWallet.set(wallet, row);
  }
  return [...byWallet.values()]
    .sort((a, b) => a.rank - b.rank)
    .map((row, i, all) => {
      const ahead = all[i - 1];
      const behind = ahead ? Math.max(0, figureOf(ahead) - figureOf(row)) : null;
      return { ...row, among: i + 1, behind };
    });
}
