/** Finds players by a prefix of their address or name, among a million. */
import type { BoardRow } from '../../common/values/board-row.ts';
import { compareRank } from '../../common/rules/ranking.ts';
import { sortIdsBy } from './radix-sort.ts';
import type { RankIndex } from './rank-index.ts';

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

/** If more rows than these match, the best ones are probably among as many first rows of the ranking. */
const MANY = 1000;
/** Sorts after every text that starts with the preceding prefix. */
const LAST = '\uffff';

export class FindIndex {
  readonly #index: RankIndex<BoardRow>;
  readonly #addresses: SortedTexts;
  readonly #names: SortedTexts;
  readonly #many: number;

  /** @param rows those of the index, by id. */
  constructor(index: RankIndex<BoardRow>, rows: readonly BoardRow[], many = MANY) {
    this.#index = index;
    this.#addresses = new SortedTexts(byAddress(rows), (id) => addressText(index.row(id)));
    this.#names = new SortedTexts(byName(rows), (id) => nameText(index.row(id)));
    this.#many = many;
  }

  /** Call it after the row was added to the index. */
  add(id: number, row: BoardRow): void {
    this.#addresses.add(id);
    if (row.name !== null) this.#names.add(id);
  }

  /** Call it after a row replaced another one of the same wallet. */
  update(id: number, before: BoardRow, after: BoardRow): void {
    if (before.name === after.name) return;
    if (before.name !== null) this.#names.remove(id);
    if (after.name !== null) this.#names.add(id);
  }

  /** The rows whose address or name has this prefix, case-insensitively: the best-ranked ones, best first. */
  find(text: string, limit: number): BoardRow[] {
    const [name, address] = [normalised(text), text.toLowerCase()];
    const named = this.#names.withPrefix(name);
    const isAddress = address.startsWith('0x');
    const addressed = isAddress ? this.#addresses.withPrefix(address) : new Uint32Array();
    if (named.length + addressed.length > this.#many) {
      const first = this.#index
        .slice(0, this.#many)
        .filter(
          (row) =>
            row.name?.startsWith(name) || (isAddress && addressText(row).startsWith(address)),
        );
      if (first.length >= limit) return first.slice(0, limit);
    }
    const found = [named, addressed].flatMap((ids) => this.#index.best(ids, limit));
    return [...new Set(found)].toSorted(compareRank).slice(0, limit);
  }
}

/** Ids in the order of their texts. */
class SortedTexts {
  readonly #textOf: (id: number) => string;
  #ids: Uint32Array;
  #size: number;

  constructor(sorted: Uint32Array, textOf: (id: number) => string) {
    this.#textOf = textOf;
    this.#ids = sorted;
    this.#size = sorted.length;
  }

  add(id: number): void {
    if (this.#size === this.#ids.length) {
      const grown = new Uint32Array(this.#size + (this.#size >>> 4) + 64);
      grown.set(this.#ids);
      this.#ids = grown;
    }
    const place = this.#placeOf(this.#textOf(id));
    this.#ids.copyWithin(place + 1, place, this.#size);
    this.#ids[place] = id;
    this.#size += 1;
  }

  /** Its text may already be a different one. */
  remove(id: number): void {
    const place = this.#ids.indexOf(id);
    this.#ids.copyWithin(place, place + 1, this.#size);
    this.#size -= 1;
  }

  withPrefix(prefix: string): Uint32Array {
    return this.#ids.subarray(this.#placeOf(prefix), this.#placeOf(prefix + LAST));
  }

  /** How many texts are before this one. */
  #placeOf(text: string): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#textOf(this.#ids[middle] ?? 0) < text) low = middle + 1;
      else high = middle;
    }
    return low;
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
