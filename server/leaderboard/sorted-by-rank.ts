/** Sorts a million rows into the order of [LB1] when the rank index is built. */
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { sortIdsBy } from './radix-sort.ts';

/**
 * [LB1] The ids of all rows (their positions in `rows`), best first. Sorted by when the GDP was reached,
 * earliest first, then by GDP, which keeps that order in ties.
 */
export function sortedByRank(rows: readonly RankKey[], gdps: Float64Array): Uint32Array {
  const { length } = rows;
  const ids = new Uint32Array(length);
  const fallingGdps = new Float64Array(length);
  const orders = new Float64Array(length);
  // By hand: `Float64Array.from` of a million rows takes as long as sorting them.
  for (let id = 0; id < length; id += 1) {
    const row = rows[id];
    if (!row) continue;
    ids[id] = id;
    fallingGdps[id] = -(gdps[id] ?? 0);
    orders[id] = row.gdpOrder;
  }
  const sorted = sortIdsBy(sortIdsBy(ids, orders), fallingGdps);
  sortTies(sorted, (a, b) => orders[a] === orders[b] && fallingGdps[a] === fallingGdps[b], rows);
  return sorted;
}

/** Sorts the rows that tie in both by the full order of [LB1]. */
function sortTies(
  sorted: Uint32Array,
  isTied: (a: number, b: number) => boolean,
  rows: readonly RankKey[],
): void {
  const { length } = sorted;
  for (let start = 0; start < length;) {
    const first = sorted[start] ?? 0;
    let end = start + 1;
    while (end < length && isTied(first, sorted[end] ?? 0)) end += 1;
    if (end - start > 1) sorted.subarray(start, end).sort((a, b) => compareIds(rows, a, b));
    start = end;
  }
}

function compareIds(rows: readonly RankKey[], a: number, b: number): number {
  const [first, second] = [rows[a], rows[b]];
  return first && second ? compareRank(first, second) : 0;
}
