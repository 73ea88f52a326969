/** Sorts a million rows into the order of [LB1] when the rank index is built. */
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { sortIdsBy } from './radix-sort.ts';

/**
 * [LB1] The ids of all rows (their positions in `rows`), best first. Sorted by when the GDP was reached,
 * earliest first, then by GDP, which keeps that order in ties.
 */
export function sortedByRank(rows: readonly RankKey[], gdpOf: Float64Array): Uint32Array {
  const ids = new Uint32Array(rows.length).map((_, id) => id);
  const orderOf = Float64Array.from(rows, (row) => row.gdpOrder);
  const fallingGdpOf = gdpOf.map((gdp) => -gdp);
  const sorted = sortIdsBy(sortIdsBy(ids, orderOf), fallingGdpOf);
  const isTied = (a: number, b: number) => gdpOf[a] === gdpOf[b] && orderOf[a] === orderOf[b];
  sortTies(sorted, isTied, rows);
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
