/**
 * The order of the ranking [LB1]: an array of ids, best first, and one of their GDPs. A rank is a
 * place in them, found by binary search; a row that moves shifts those between its old place and
 * its new one, eight bytes each (docs/decisions/rank-index.md has the figures).
 *
 * GDPs are rounded to 32 bits, which keeps their order. Only if two are equal, the rows are read:
 * they are scattered in memory.
 */
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import type { Address } from '../../common/values/address.ts';

/** Rows in the order of `compareRank`, one of each wallet. Ranks are 1..size. */
export class RankIndex<Row extends RankKey> {
  /** By id; undefined for one that is free. */
  readonly #rows: (Row | undefined)[];
  readonly #ids = new Map<Address, number>();
  readonly #freeIds: number[] = [];
  /** Best first, with room to grow. */
  #order: Uint32Array;
  /** Of the ids in `#order`. */
  #gdps: Float32Array;
  #size: number;

  /**
   * Builds from rows in any order; the id of each is its position in `rows`. @throws if a wallet
   * has two
   */
  constructor(rows: readonly Row[] = []) {
    this.#rows = [...rows];
    // By index: `from` and `for … of` allocate at each step until such code is optimised.
    const gdps = new Float64Array(rows.length);
    for (let id = 0; id < rows.length; id += 1) {
      const row = this.row(id);
      gdps[id] = row.gdp;
      this.#ids.set(row.wallet, id);
    }
    if (this.#ids.size !== rows.length) throw new Error('a wallet is ranked twice');
    this.#order = sortedByRank(rows, gdps);
    this.#gdps = new Float32Array(rows.length);
    for (let place = 0; place < rows.length; place += 1) {
      this.#gdps[place] = gdps[this.#order[place] ?? 0] ?? 0;
    }
    this.#size = rows.length;
  }

  get size(): number {
    return this.#size;
  }

  /** The wallet's row. */
  get(wallet: Address): Row | undefined {
    const id = this.#ids.get(wallet);
    return id === undefined ? undefined : this.row(id);
  }

  /** The wallet's row and its rank, of which 1 is the best; null if it has none. */
  ranked(wallet: Address): { readonly row: Row; readonly rank: number } | null {
    const row = this.get(wallet);
    return row ? { row, rank: this.countAbove(row) + 1 } : null;
  }

  /** Adds a row, in place of its wallet's own. @returns its id, the wallet's until it is removed */
  put(row: Row): number {
    const above = this.countAbove(row);
    const known = this.#ids.get(row.wallet);
    const id = known ?? this.#add(row.wallet);
    const from = known === undefined ? this.#size - 1 : this.countAbove(this.row(id));
    this.#move(id, row.gdp, from, above > from ? above - 1 : above);
    this.#rows[id] = row;
    return id;
  }

  /** Makes room at the end. @returns the new row's id */
  #add(wallet: Address): number {
    if (this.#size === this.#order.length) {
      const { length } = this.#order;
      const [order, gdps] = [this.#order, this.#gdps];
      this.#order = new Uint32Array(length + (length >>> 4) + 64);
      this.#gdps = new Float32Array(this.#order.length);
      this.#order.set(order);
      this.#gdps.set(gdps);
    }
    const id = this.#freeIds.pop() ?? this.#rows.length;
    this.#ids.set(wallet, id);
    this.#size += 1;
    return id;
  }

  /** Removes the wallet's row, if it has one. */
  remove(wallet: Address): void {
    const id = this.#ids.get(wallet);
    if (id === undefined) return;
    this.#move(id, 0, this.countAbove(this.row(id)), this.#size - 1);
    this.#rows[id] = undefined;
    this.#ids.delete(wallet);
    this.#freeIds.push(id);
    this.#size -= 1;
  }

  /** @throws if no row has this id */
  row(id: number): Row {
    const row = this.#rows[id];
    if (row === undefined) throw new Error(`no row has the id ${id}`);
    return row;
  }

  /** How many rows rank above a key, which need not be one of theirs. */
  countAbove(key: RankKey): number {
    const gdp = Math.fround(key.gdp);
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#gdps[middle] ?? 0;
      const isAbove = other === gdp ? compareRank(this.#rowAt(middle), key) < 0 : other > gdp;
      if (isAbove) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * At most `limit` rows, best first, after skipping `offset` of them; only such as `counts`, found
   * from the first row on.
   */
  slice(offset: number, limit: number, counts?: (row: Row) => boolean): Row[] {
    const rows: Row[] = [];
    let skip = counts ? offset : 0;
    for (let place = offset - skip; place < this.#size && rows.length < limit; place += 1) {
      const row = this.#rowAt(place);
      if (counts && !counts(row)) continue;
      if (skip > 0) skip -= 1;
      else rows.push(row);
    }
    return rows;
  }

  #rowAt(place: number): Row {
    return this.row(this.#order[place] ?? -1);
  }

  /** Puts an id from one place to another, with its GDP; those between them shift by one. */
  #move(id: number, gdp: number, from: number, to: number): void {
    for (const column of [this.#order, this.#gdps]) {
      if (from < to) column.copyWithin(from, from + 1, to + 1);
      else column.copyWithin(to + 1, to, from);
    }
    this.#order[to] = id;
    this.#gdps[to] = gdp;
  }
}

/**
 * The ids of all rows, which are their positions, best first. Only ties in both numbers look at the
 * rows: to read them at each comparison takes twice as long with a million.
 */
function sortedByRank(rows: readonly RankKey[], gdps: Float64Array): Uint32Array {
  const orders = new Float64Array(rows.length);
  for (let id = 0; id < rows.length; id += 1) orders[id] = rows[id]?.gdpOrder ?? 0;
  const ids = new Uint32Array(rows.length).map((_, id) => id);
  return ids.toSorted((a, b) => {
    const difference = (gdps[b] ?? 0) - (gdps[a] ?? 0) || (orders[a] ?? 0) - (orders[b] ?? 0);
    if (difference !== 0) return difference;
    const [one, other] = [rows[a], rows[b]];
    return one && other ? compareRank(one, other) : 0;
  });
}
