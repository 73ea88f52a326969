/**
 * The rows of the client's leaderboard: in the order of [LB1], shared if unchanged, each
 * hashed once.
 */
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import type { President, TickRow } from '../../common/protocol/live.ts';
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { rowDigest, type DigestSum } from '../../common/values/board-digest.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { RESOURCE_TYPES } from '../../common/values/resources.ts';
import { nextTask } from '../api/next-task.ts';

/** A row with its sort key extracted once, so that sorting compares no objects. */
export interface CachedRow {
  readonly key: RankKey;
  readonly entry: LeaderboardEntry;
  /** [DIG1] Computed on demand, and only once. */
  readonly digest: () => DigestSum;
}

/** Of each nation whose president is known; null: it has none. */
export type Presidents = Partial<Readonly<Record<NationId, President | null>>>;

/** @param was the wallet's row before: its hash is still right if they say the same. */
export function cachedRow(entry: LeaderboardEntry, was?: CachedRow): CachedRow {
  const { gdp, gdpOrder, walletAddress } = entry;
  const digest = was && saysTheSame(was.entry, entry) ? was.digest : () => hashOf(entry);
  return { key: { gdp, gdpOrder, wallet: walletAddress }, entry, digest };
}

const hashes = new WeakMap<LeaderboardEntry, DigestSum>();

function hashOf(entry: LeaderboardEntry): DigestSum {
  const hash = hashes.get(entry) ?? rowDigest(entry);
  hashes.set(entry, hash);
  return hash;
}

/** A phone hashes so many in a few ms. */
const SLICE_ROWS = 50;

/**
 * [DIG1] Before a tick compares a whole list: to hash a thousand rows at once would delay what
 * somebody does meanwhile.
 */
export async function hashAhead(rows: readonly CachedRow[]): Promise<void> {
  for (const [i, row] of rows.entries()) {
    if (i % SLICE_ROWS === 0) await nextTask();
    row.digest();
  }
}

/** A tick's row in full; its rank and president follow from the board. */
export function entryOf(row: TickRow, nationId: NationId): LeaderboardEntry {
  const { name, flag } = NATIONS[nationId];
  return {
    ...row,
    nationId,
    nationName: name,
    flag,
    rank: 0,
    presidentWallet: null,
    presidentStakedCount: 0,
  };
}

export function byWallet(rows: readonly CachedRow[]): ReadonlyMap<string, CachedRow> {
  return new Map(rows.map((row) => [row.entry.walletAddress, row]));
}

export function sortedRows(rows: readonly CachedRow[]): readonly CachedRow[] {
  return [...rows].sort((a, b) => compareRank(a.key, b.key));
}

/** Merges two sorted lists that share no wallet. */
export function mergeRows(a: readonly CachedRow[], b: readonly CachedRow[]): readonly CachedRow[] {
  const merged: CachedRow[] = [];
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

/**
 * Ranks sorted rows 1..N under their presidents. A row with unchanged content, rank included, keeps
 * its identity, whichever way it came; if all do, so does the whole list.
 */
export function rankedRows(
  rows: readonly CachedRow[],
  before: readonly CachedRow[],
  presidents: Presidents,
): readonly CachedRow[] {
  const known = byWallet(before);
  const result = rows.map((row, i) => {
    const next = placed(row, i + 1, presidents[row.entry.nationId] ?? null);
    const was = known.get(row.entry.walletAddress);
    return was && isSameEntry(was.entry, next.entry) ? was : next;
  });
  return isSameList(result, before) ? before : result;
}

function placed(row: CachedRow, rank: number, president: President | null): CachedRow {
  const { entry } = row;
  const presidentWallet = president?.walletAddress ?? null;
  const presidentStakedCount = president?.staked ?? 0;
  const isPlaced =
    entry.rank === rank &&
    entry.presidentWallet === presidentWallet &&
    entry.presidentStakedCount === presidentStakedCount;
  return isPlaced ? row : cachedRow({ ...entry, rank, presidentWallet, presidentStakedCount }, row);
}

export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

function isSameEntry(a: LeaderboardEntry, b: LeaderboardEntry): boolean {
  return (
    a === b ||
    (a.rank === b.rank &&
      a.presidentWallet === b.presidentWallet &&
      a.presidentStakedCount === b.presidentStakedCount &&
      a.name === b.name &&
      a.gdpSince === b.gdpSince &&
      saysTheSame(a, b))
  );
}

/**
 * Whether two rows of one wallet are equal in what the digest covers; a nation's name and flag
 * follow from it.
 */
function saysTheSame(a: LeaderboardEntry, b: LeaderboardEntry): boolean {
  return (
    a.nationId === b.nationId &&
    a.gdp === b.gdp &&
    a.gdpOrder === b.gdpOrder &&
    a.culturalOrder === b.culturalOrder &&
    a.denaHoldings === b.denaHoldings &&
    RESOURCE_TYPES.every((type) => a.resources[type] === b.resources[type])
  );
}
