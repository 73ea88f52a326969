/**
 * The order of the ranking [LB1]: an array of ids, best first, and one of their GDPs. A rank is a
 * place in them, found by binary search; a row that moves shifts those between its old place and
 * its new one, eight bytes each (docs/decisions/rank-index.md has the figures).
 *
 * GDPs are rounded to 32 bits, which keeps their order. Only if two are equal, the rows are read:
 * they are scattered in memory.
 */
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';

/**
 * Rows in the order of `compareRank`, at most one per wallet, which the caller must ensure. Ranks
 * are 1..size; an id belongs to its row until it is removed, then may be reused.
 */
export class RankIndex<Row extends RankKey> {
  /** By id; undefined for one that is free. */
  readonly #rows: (Row | undefined)[];
  readonly #freeIds: number[] = [];
  /** Best first, with room to grow. */
  #order: Uint32Array;
  /** Of the ids in `#order`. */
  #gdps: Float32Array;
  #size: number;

  /** Builds from rows in any order; the id of each is its position in `rows`. */
  constructor(rows: readonly Row[] = []) {
    this.#rows = [...rows];
    // By index: `from` and `for … of` allocate at each step until such code is optimised.
    const gdps = new Float64Array(rows.length);
    for (let id = 0; id < rows.length; id += 1) gdps[id] = this.row(id).gdp;
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

  /** Adds a row of a wallet that has none, and returns its id. */
  add(row: Row): number {
    const id = this.#freeIds.pop() ?? this.#rows.length;
    if (this.#size === this.#order.length) {
      const { length } = this.#order;
      const [order, gdps] = [this.#order, this.#gdps];
      this.#order = new Uint32Array(length + (length >>> 4) + 64);
      this.#gdps = new Float32Array(this.#order.length);
      this.#order.set(order);
      this.#gdps.set(gdps);
    }
    this.#move(id, row.gdp, this.#size, this.countAbove(row));
    this.#rows[id] = row;
    this.#size += 1;
    return id;
  }

  /** Replaces a row with another one of the same wallet. */
  update(id: number, row: Row): void {
    const from = this.rankOf(id) - 1;
    const above = this.countAbove(row);
    this.#move(id, row.gdp, from, above > from ? above - 1 : above);
    this.#rows[id] = row;
  }

  /** @throws if no row has this id. */
  remove(id: number): void {
    this.#move(id, 0, this.rankOf(id) - 1, this.#size - 1);
    this.#rows[id] = undefined;
    this.#freeIds.push(id);
    this.#size -= 1;
  }

  /** @throws if no row has this id. */
  row(id: number): Row {
    const row = this.#rows[id];
    if (row === undefined) throw new Error(`no row has the id ${id}`);
    return row;
  }

  /** 1 is the best. @throws if no row has this id. */
  rankOf(id: number): number {
    return this.countAbove(this.row(id)) + 1;
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

  /** The row with a rank; undefined beyond the last. */
  at(rank: number): Row | undefined {
    return rank > this.#size ? undefined : this.#rowAt(rank - 1);
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
