/** Finds players by a prefix of their address or name, among a million. */
import type { BoardRow } from '../../common/values/board-row.ts';
import { compareRank } from '../../common/rules/ranking.ts';
import { keepBest, PrefixIndex } from './prefix-index.ts';
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

  /**
   * @param rowOf the current row of an id; `rows` are those of the ids from 0 on.
   * @param ranks of these rows, by id
   */
  constructor(rowOf: (id: number) => BoardRow, rows: readonly BoardRow[], ranks: Uint32Array) {
    const addresses = { sorted: byAddress(rows), ranks };
    const names = { sorted: byName(rows), ranks };
    this.#addresses = new PrefixIndex({ rowOf, textOf: addressText, initial: addresses });
    this.#names = new PrefixIndex({ rowOf, textOf: nameText, initial: names });
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
  if (!hasTies(sorted, leading)) return sorted;
  // By the last digits first: the sort is stable.
  const byOthers = OTHERS.reduce((order, part) => sortIdsBy(order, digitsOf(rows, part)), ids);
  return sortIdsBy(byOthers, leading);
}

function hasTies(sorted: Uint32Array, numbers: Float64Array): boolean {
  for (let place = 1; place < sorted.length; place += 1) {
    if (numbers[sorted[place] ?? 0] === numbers[sorted[place - 1] ?? 0]) return true;
  }
  return false;
}

function digitsOf(rows: readonly BoardRow[], [start, end]: readonly [number, number]) {
  const numbers = new Float64Array(rows.length);
  for (let id = 0; id < rows.length; id += 1) {
    const wallet = rows[id]?.wallet ?? '';
    let number = 0;
    for (let at = start; at < end; at += 1) number = number * 16 + hexDigit(wallet.charCodeAt(at));
    numbers[id] = number;
  }
  return numbers;
}

/** The last four bits of '0' to '9' are the digit, those of 'A' and 'a' are 1. */
function hexDigit(code: number): number {
  return code < 0x40 ? code & 0xf : (code & 0xf) + 9;
}

function byName(rows: readonly BoardRow[]): Uint32Array {
  const named: { readonly name: string; readonly id: number }[] = [];
  for (let id = 0; id < rows.length; id += 1) {
    const name = rows[id]?.name ?? null;
    if (name !== null) named.push({ name, id });
  }
  named.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
  return Uint32Array.from(named, ({ id }) => id);
}
