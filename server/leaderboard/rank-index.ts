/**
 * Who stands where among a million rows [LB1]: an exact order-statistics index. Every row has a
 * numeric id; the ids stand in order, in blocks of at most 512, and a Fenwick tree counts the blocks:
 *
 *   blocks    [ 7 2 9 ][ 4 0 ][ 5 1 8 3 ]      best first, ids only
 *   heads       90k      70k     40k            GDP of each block's first row
 *   counts        3       2        4            prefix sums in O(log blocks)
 *
 * A search is two binary searches, one over the heads and one in a block; a rank is one prefix sum
 * more. GDPs lie in flat arrays, because almost every comparison ends with them; only ties look at
 * the rows.
 */
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { FenwickTree } from './fenwick-tree.ts';
import { sortIdsBy } from './radix-sort.ts';

/** Ids a block holds at most. */
const BLOCK_IDS = 512;
/** How full a block is built: room to grow before it splits, at 5.3 bytes a row. */
const BUILT_FILL = 3 / 4;
/** A block emptied this far joins a neighbour, where both together are no fuller than a built one. */
const SPARSE_FILL = 1 / 4;

interface Block {
  readonly ids: Uint32Array;
  size: number;
}

/**
 * Rows in the order of `compareRank`, at most one of a wallet: who adds them sees to that. Ranks are
 * 1..size; an id is its row's until it is removed, and another's afterwards.
 */
export class RankIndex<Row extends RankKey> {
  readonly #blockIds: number;
  readonly #rowOf: Row[];
  readonly #freeIds: number[] = [];
  #gdpOf: Float64Array;
  /** Best first; none is empty, except the only one of an empty index. */
  readonly #blocks: Block[] = [];
  /** Never asked for the first block: whatever stands above everyone goes there. */
  #heads = new Float64Array();
  #counts = new FenwickTree([]);

  /**
   * Builds from rows in any order; the id of each is its place in `rows`. `blockIds`,
   * a multiple of 4, is how many ids a block holds at most.
   */
  constructor(rows: readonly Row[] = [], blockIds = BLOCK_IDS) {
    this.#blockIds = blockIds;
    this.#rowOf = [...rows];
    this.#gdpOf = new Float64Array(rows.map((row) => row.gdp));
    const sorted = sortedIds(rows, this.#gdpOf);
    const built = blockIds * BUILT_FILL;
    for (let start = 0; start < sorted.length; start += built) {
      this.#blocks.push(this.#newBlock(sorted.subarray(start, start + built)));
    }
    if (sorted.length === 0) this.#blocks.push(this.#newBlock([]));
    this.#renumber();
  }

  get size(): number {
    return this.#rowOf.length - this.#freeIds.length;
  }

  /** What the index takes beside the rows themselves, in bytes. */
  get byteLength(): number {
    const blocks = this.#blocks.length * this.#blockIds * Uint32Array.BYTES_PER_ELEMENT;
    return blocks + this.#gdpOf.byteLength + this.#heads.byteLength + this.#counts.byteLength;
  }

  /** Adds a row of a wallet that has none, and answers its id. */
  add(row: Row): number {
    const id = this.#freeIds.pop() ?? this.#rowOf.length;
    if (id >= this.#gdpOf.length) {
      const grown = new Float64Array(id + (id >>> 3) + 64);
      grown.set(this.#gdpOf);
      this.#gdpOf = grown;
    }
    this.#rowOf[id] = row;
    this.#gdpOf[id] = row.gdp;
    this.#putIn(id, row);
    return id;
  }

  /** Puts a row in the place of another one of the same wallet. */
  update(id: number, row: Row): void {
    const before = this.row(id);
    const moves = before.gdp !== row.gdp || before.gdpSince !== row.gdpSince;
    if (moves) this.#takeOut(before);
    this.#rowOf[id] = row;
    if (!moves) return;
    this.#gdpOf[id] = row.gdp;
    this.#putIn(id, row);
  }

  remove(id: number): void {
    this.#takeOut(this.row(id));
    this.#freeIds.push(id);
  }

  /** @throws where no row was ever given this id. */
  row(id: number): Row {
    const row = this.#rowOf[id];
    if (row === undefined) throw new Error(`no row has the id ${id}`);
    return row;
  }

  /** 1 is the best. */
  rankOf(id: number): number {
    return this.countAbove(this.row(id)) + 1;
  }

  /** How many rows stand above a key, which need not be one of theirs. */
  countAbove(key: RankKey): number {
    const index = this.#blockFor(key);
    return this.#counts.sumBefore(index) + this.#placeIn(this.#block(index), key);
  }

  /** The row of a rank; undefined beyond the last. */
  at(rank: number): Row | undefined {
    return this.slice(rank - 1, 1)[0];
  }

  /** At most `limit` rows, best first, from the one behind `offset` others. */
  slice(offset: number, limit: number): Row[] {
    const rows: Row[] = [];
    const count = Math.min(limit, this.size - offset);
    if (offset < 0 || count <= 0) return rows;
    let { index, before } = this.#counts.find(offset);
    let place = offset - before;
    while (rows.length < count) {
      const block = this.#block(index);
      const end = Math.min(block.size, place + count - rows.length);
      for (; place < end; place += 1) rows.push(this.row(idAt(block, place)));
      index += 1;
      place = 0;
    }
    return rows;
  }

  #block(index: number): Block {
    const block = this.#blocks[index];
    if (block === undefined) throw new Error(`no block has the index ${index}`);
    return block;
  }

  /** The last block whose first row does not stand below the key; otherwise the first block. */
  #blockFor(key: RankKey): number {
    const heads = this.#heads;
    const { gdp } = key;
    let low = 1;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const head = heads[middle] ?? 0;
      const below =
        head === gdp ? compareRank(this.row(idAt(this.#block(middle), 0)), key) > 0 : head < gdp;
      if (below) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  /** How many rows of the block stand above the key. */
  #placeIn(block: Block, key: RankKey): number {
    const { ids } = block;
    const gdpOf = this.#gdpOf;
    const { gdp } = key;
    let low = 0;
    let high = block.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const id = ids[middle] ?? 0;
      const other = gdpOf[id] ?? 0;
      const above = other === gdp ? compareRank(this.row(id), key) < 0 : other > gdp;
      if (above) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #putIn(id: number, key: RankKey): void {
    const index = this.#blockFor(key);
    const block = this.#block(index);
    const place = this.#placeIn(block, key);
    if (block.size < this.#blockIds) {
      insertAt(block, place, id);
      this.#counts.add(index, 1);
      return;
    }
    block.size = this.#blockIds / 2;
    const upper = this.#newBlock(block.ids.subarray(block.size));
    if (place <= block.size) insertAt(block, place, id);
    else insertAt(upper, place - block.size, id);
    this.#blocks.splice(index + 1, 0, upper);
    this.#renumber();
  }

  #takeOut(key: RankKey): void {
    const index = this.#blockFor(key);
    const block = this.#block(index);
    const place = this.#placeIn(block, key);
    block.ids.copyWithin(place, place + 1, block.size);
    block.size -= 1;
    this.#counts.add(index, -1);
    if (place === 0) this.#heads[index] = this.#headOf(block);
    if (block.size <= this.#blockIds * SPARSE_FILL) this.#join(index);
  }

  /** Lets a sparse block and a neighbour become one, so that no run of them wastes memory. */
  #join(index: number): void {
    for (const first of [index - 1, index]) {
      const left = this.#blocks[first];
      const right = this.#blocks[first + 1];
      if (!left || !right) continue;
      // An empty block joins whatever its neighbour holds: a head of no row can't be searched.
      const limit = left.size === 0 || right.size === 0 ? 1 : BUILT_FILL;
      if (left.size + right.size > this.#blockIds * limit) continue;
      left.ids.set(right.ids.subarray(0, right.size), left.size);
      left.size += right.size;
      this.#blocks.splice(first + 1, 1);
      this.#renumber();
      return;
    }
  }

  #newBlock(ids: ArrayLike<number>): Block {
    const block = { ids: new Uint32Array(this.#blockIds), size: ids.length };
    block.ids.set(ids);
    return block;
  }

  #headOf(block: Block): number {
    return block.size === 0 ? 0 : (this.#gdpOf[idAt(block, 0)] ?? 0);
  }

  /** After blocks came or went: their heads and counts anew. */
  #renumber(): void {
    this.#heads = Float64Array.from(this.#blocks, (block) => this.#headOf(block));
    this.#counts = new FenwickTree(this.#blocks.map((block) => block.size));
  }
}

/** [LB1] All ids, best first: by when the GDP was reached, then by GDP, which keeps that order in ties. */
function sortedIds(rows: readonly RankKey[], gdpOf: Float64Array): Uint32Array {
  const ids = new Uint32Array(rows.length);
  const sinceOf = new Float64Array(rows.length);
  const fallingGdpOf = new Float64Array(rows.length);
  for (const [id, row] of rows.entries()) {
    ids[id] = id;
    sinceOf[id] = row.gdpSince;
    fallingGdpOf[id] = -row.gdp;
  }
  const sorted = sortIdsBy(sortIdsBy(ids, sinceOf), fallingGdpOf);
  const isTied = (a: number, b: number) => gdpOf[a] === gdpOf[b] && sinceOf[a] === sinceOf[b];
  sortTies(sorted, isTied, rows);
  return sorted;
}

/** Sorts those anew who tie in both, by all that [LB1] says. */
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

function idAt(block: Block, place: number): number {
  return block.ids[place] ?? 0;
}

function insertAt(block: Block, place: number, id: number): void {
  block.ids.copyWithin(place + 1, place, block.size);
  block.ids[place] = id;
  block.size += 1;
}
