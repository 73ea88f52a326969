/** Finds players by a prefix of their address or name, among a million. */
import type { BoardRow } from '../../common/values/board-row.ts';
import { compareRank } from '../../common/rules/ranking.ts';
import { keepBest } from './keep-best.ts';
import { PrefixIndex } from './prefix-index.ts';
import { sortIdsBy } from './radix-sort.ts';

/**
 * The digit ranges of an address that each fit exactly into one number: the first range, and the others,
 * last one first.
 */
const LEADING = [2, 14] as const;
const OTHERS = [
  [38, 42],
  [26, 38],
  [14, 26],
] as const;

export class FindIndex {
  readonly #addresses: PrefixIndex<BoardRow>;
  readonly #names: PrefixIndex<BoardRow>;

  /** @param rowOf the current row of an id; `rows` are those of the ids from 0 on. */
  constructor(rowOf: (id: number) => BoardRow, rows: readonly BoardRow[]) {
    this.#addresses = new PrefixIndex({ rowOf, textOf: addressText, sorted: byAddress(rows) });
    this.#names = new PrefixIndex({ rowOf, textOf: nameText, sorted: byName(rows) });
  }

  add(id: number, row: BoardRow): void {
    this.#addresses.add(id);
    if (row.name !== null) this.#names.add(id);
  }

  /** Call it after a row replaced another one of the same wallet. */
  update(id: number, before: BoardRow, after: BoardRow): void {
    const isMoved = before.gdp !== after.gdp || before.gdpOrder !== after.gdpOrder;
    if (isMoved) this.#addresses.reranked(id, before, after);
    if (before.name !== after.name) {
      if (before.name !== null) this.#names.remove(id);
      if (after.name !== null) this.#names.add(id);
    } else if (isMoved && after.name !== null) this.#names.reranked(id, before, after);
  }

  /** The rows whose address or name has this prefix, case-insensitively: the best-ranked ones, best first. */
  find(text: string, limit: number): BoardRow[] {
    const found = this.#names.find(normalised(text), limit);
    const address = text.toLowerCase();
    if (!address.startsWith('0x')) return found;
    for (const row of this.#addresses.find(address, limit)) {
      if (!found.includes(row)) keepBest(found, row, limit, compareRank);
    }
    return found;
  }
}

/** Normalised as far as a name's prefix can be: names are stored as ENSIP-15 normalises them. */
function normalised(text: string): string {
  return text.normalize('NFC').replaceAll('\u{fe0f}', '').toLowerCase();
}

function addressText({ wallet }: BoardRow): string {
  return wallet.toLowerCase();
}

function nameText({ name }: BoardRow): string {
  return name ?? '';
}

/** Sorted as numbers: a million text comparisons would take seconds. */
function byAddress(rows: readonly BoardRow[]): Uint32Array {
  const ids = new Uint32Array(rows.length).map((_, id) => id);
  const leading = digitsOf(rows, LEADING);
  const sorted = sortIdsBy(ids, leading);
  const isTied = sorted.some((id, i) => i > 0 && leading[id] === leading[sorted[i - 1] ?? 0]);
  if (!isTied) return sorted;
  // By the last digits first: the sort is stable.
  const byOthers = OTHERS.reduce((order, part) => sortIdsBy(order, digitsOf(rows, part)), ids);
  return sortIdsBy(byOthers, leading);
}

function digitsOf(rows: readonly BoardRow[], [start, end]: readonly [number, number]) {
  const numbers = new Float64Array(rows.length);
  rows.forEach(({ wallet }, id) => {
    numbers[id] = Number.parseInt(wallet.slice(start, end), 16);
  });
  return numbers;
}

function byName(rows: readonly BoardRow[]): Uint32Array {
  const named = rows.flatMap(({ name }, id) => (name === null ? [] : [{ name, id }]));
  named.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
  return Uint32Array.from(named, ({ id }) => id);
}
