/** The wire format of the leaderboard's rows, in lists and in live messages alike. */
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { formatDena } from '../../common/values/amount.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { NATIONS } from '../../common/values/nations.ts';

/** [PRE1] A nation's president, as every row of the nation includes it. */
export type Presidency = Pick<LeaderboardEntry, 'presidentWallet' | 'presidentStakedCount'>;

export function leaderboardEntry(
  row: BoardRow,
  rank: number,
  presidency: Presidency,
): LeaderboardEntry {
  const nation = NATIONS[row.nationId];
  return {
    rank,
    nationId: row.nationId,
    nationName: nation.name,
    flag: nation.flag,
    walletAddress: row.wallet,
    name: row.name,
    gdp: row.gdp,
    gdpSince: new Date(row.gdpSince).toISOString(),
    gdpOrder: row.gdpOrder,
    culturalOrder: row.culturalOrder,
    denaHoldings: formatDena(row.denaHoldingsWei),
    resources: row.resources,
    presidentWallet: presidency.presidentWallet,
    presidentStakedCount: presidency.presidentStakedCount,
  };
}

/** True if two rows of one wallet differ in the list, apart from their ranks and president. */
export function entryDiffers(a: BoardRow, b: BoardRow): boolean {
  return (
    a.gdp !== b.gdp ||
    a.name !== b.name ||
    a.gdpSince !== b.gdpSince ||
    a.gdpOrder !== b.gdpOrder ||
    a.culturalOrder !== b.culturalOrder ||
    a.denaHoldingsWei !== b.denaHoldingsWei ||
    a.resources.wood !== b.resources.wood ||
    a.resources.oil !== b.resources.oil ||
    a.resources.food !== b.resources.food ||
    a.resources.technology !== b.resources.technology
  );
}
