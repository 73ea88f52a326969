/** The rows of the client's leaderboard: kept in the order of [LB1], shared if unchanged. */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { compareRank, type RankKey } from '../../../common/rules/ranking.ts';
import { RESOURCE_TYPES } from '../../../common/values/resources.ts';

/** A row with its sort key extracted once, so that sorting parses no dates. */
export interface HeldRow {
  readonly key: RankKey;
  readonly entry: LeaderboardEntry;
}

export type President = Pick<LeaderboardEntry, 'presidentWallet' | 'presidentStakedCount'>;

export function heldRow(entry: LeaderboardEntry): HeldRow {
  const { gdp, gdpSince, gdpOrder = Date.parse(gdpSince), walletAddress } = entry;
  return { key: { gdp, gdpOrder, wallet: walletAddress }, entry };
}

export function sortedRows(rows: readonly HeldRow[]): readonly HeldRow[] {
  return [...rows].sort((a, b) => compareRank(a.key, b.key));
}

/** Merges two sorted lists that share no wallet. */
export function mergeRows(a: readonly HeldRow[], b: readonly HeldRow[]): readonly HeldRow[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const merged: HeldRow[] = [];
  let taken = 0;
  for (const row of a) {
    for (let next = b[taken]; next && compareRank(next.key, row.key) < 0; next = b[taken]) {
      merged.push(next);
      taken += 1;
    }
    merged.push(row);
  }
  return merged.concat(b.slice(taken));
}

/** The rows without those named; the same array if none is among them. */
export function dropRows(
  rows: readonly HeldRow[],
  isDropped: (entry: LeaderboardEntry) => boolean,
): readonly HeldRow[] {
  const left = rows.filter((row) => !isDropped(row.entry));
  return left.length === rows.length ? rows : left;
}

/**
 * Ranks sorted rows 1..N. A row with unchanged content, rank included, keeps its identity, whichever way it
 * came; if all do, so does the whole list.
 */
export function rankedRows(
  rows: readonly HeldRow[],
  before: readonly HeldRow[],
): readonly HeldRow[] {
  const known = new Map(before.map((row) => [row.entry.walletAddress, row]));
  const result = rows.map((row, i) => {
    const rank = i + 1;
    const was = known.get(row.entry.walletAddress);
    if (was && was.entry.rank === rank && saysTheSame(was.entry, row.entry)) return was;
    return row.entry.rank === rank ? row : { ...row, entry: { ...row.entry, rank } };
  });
  return isSameList(result, before) ? before : result;
}

export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

/** Whether two rows of one wallet are equal, ignoring their ranks. */
function saysTheSame(a: LeaderboardEntry, b: LeaderboardEntry): boolean {
  return (
    a === b ||
    (a.nationId === b.nationId &&
      a.name === b.name &&
      a.nationName === b.nationName &&
      a.flag === b.flag &&
      a.gdp === b.gdp &&
      a.gdpSince === b.gdpSince &&
      a.gdpOrder === b.gdpOrder &&
      a.culturalOrder === b.culturalOrder &&
      a.denaHoldings === b.denaHoldings &&
      a.presidentWallet === b.presidentWallet &&
      a.presidentStakedCount === b.presidentStakedCount &&
      RESOURCE_TYPES.every((type) => a.resources[type] === b.resources[type]))
  );
}
