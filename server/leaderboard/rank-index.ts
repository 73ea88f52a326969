/**
 * The ranking of a million rows [LB1]: an exact order-statistics index. Every row has a numeric id; the ids
 * are in order, in blocks of at most 256, and a Fenwick tree counts the blocks:
 *
 *   blocks    [ 7 2 9 ][ 4 0 ][ 5 1 8 3 ]      best first, ids with their GDPs
 *   heads       90k      70k     40k            GDP of each block's first row, or of one that was there before it
 *   counts        3       2        4            prefix sums in O(log blocks)
 *
 * An id leads to its block, and a block is short enough to scan: the place in it plus one prefix sum give
 * the rank. Locating a key takes two binary searches, one over the heads and one in a block; only ties look
 * at the rows.
 *
 * Not split further: every method works on the same private arrays.
 */
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { FenwickTree } from './fenwick-tree.ts';
import { RankBlocks } from './rank-blocks.ts';

/** The most ids in a block. */
const BLOCK_IDS = 256;
/** How full a block is built: room to grow, at 10.7 bytes a row. */
const BUILT_FILL = 3 / 4;
/** A block no fuller than this takes rows from a full neighbour, so that few have to split. */
const ROOMY_FILL = 7 / 8;
/** A block emptied this far is merged with a neighbour, if together they are no fuller than a roomy one. */
const SPARSE_FILL = 1 / 2;

/**
 * Rows in the order of `compareRank`, at most one per wallet, which the caller must ensure. Ranks are
 * 1..size; an id belongs to its row until it is removed, then may be reused.
 */
export class RankIndex<Row extends RankKey> {
  readonly #rowOf: Row[];
  readonly #freeIds: number[] = [];
  readonly #blocks: RankBlocks;
  /** By id, the block that holds it. */
  #blockOf: Uint32Array;
  /** The blocks, best first; none is empty, except the only one of an empty index. */
  readonly #order: number[] = [];
  /** By block, its index in the order. */
  #indexOf = new Uint32Array();
  /** Never read for the first block: whatever ranks above everyone goes there. */
  #heads = new Float32Array();
  #counts = new FenwickTree([]);

  /**
   * Builds from rows in any order; the id of each is its position in `rows`. `blockIds`, a multiple of 16,
   * is how many ids a block holds at most.
   * @param sort returns the ids of all rows, best first, where the order is already known.
   */
  constructor(rows: readonly Row[] = [], blockIds = BLOCK_IDS, sort = sortedByRank) {
    this.#rowOf = [...rows];
    const blockOf = new Uint32Array(rows.length);
    this.#blockOf = blockOf;
    const built = blockIds * BUILT_FILL;
    const blocks = Math.ceil(rows.length / built);
    this.#blocks = new RankBlocks(blockIds, blocks);
    // Read from the rows in the order of memory: the order of ranks would wait for each of them.
    const gdps = new Float64Array(rows.length);
    for (let id = 0; id < rows.length; id += 1) gdps[id] = this.row(id).gdp;
    const sorted = sort(rows, gdps);
    for (let start = 0; start < sorted.length; start += built) {
      const ids = sorted.subarray(start, start + built);
      const block = this.#blocks.addFilled(ids, gdps);
      this.#order.push(block);
      // By index: before code that runs once is optimised, `for … of` allocates at every step.
      for (let place = 0; place < ids.length; place += 1) blockOf[ids[place] ?? 0] = block;
    }
    if (rows.length === 0) this.#order.push(this.#blocks.add());
    this.#renumber();
  }

  get size(): number {
    return this.#rowOf.length - this.#freeIds.length;
  }

  /** The index's memory besides the rows themselves, in bytes. */
  get byteLength(): number {
    const ofOrder = this.#indexOf.byteLength + this.#heads.byteLength + this.#counts.byteLength;
    return this.#blocks.byteLength + this.#blockOf.byteLength + ofOrder;
  }

  /** Adds a row of a wallet that has none, and returns its id. */
  add(row: Row): number {
    const id = this.#freeIds.pop() ?? this.#rowOf.length;
    if (id >= this.#blockOf.length) {
      const grown = new Uint32Array(id + (id >>> 4) + 64);
      grown.set(this.#blockOf);
      this.#blockOf = grown;
    }
    this.#rowOf[id] = row;
    this.#putIn(id, row);
    return id;
  }

  /** Replaces a row with another one of the same wallet. */
  update(id: number, row: Row): void {
    const before = this.row(id);
    const moves = before.gdp !== row.gdp || before.gdpOrder !== row.gdpOrder;
    if (moves) this.#takeOut(id);
    this.#rowOf[id] = row;
    if (moves) this.#putIn(id, row);
  }

  /** @throws if no row has this id. */
  remove(id: number): void {
    this.#takeOut(id);
    this.#freeIds.push(id);
  }

  /** @throws if no row was ever given this id. */
  row(id: number): Row {
    const row = this.#rowOf[id];
    if (row === undefined) throw new Error(`no row has the id ${id}`);
    return row;
  }

  /** 1 is the best. @throws if no row has this id. */
  rankOf(id: number): number {
    const block = this.#blockOf[id] ?? 0;
    return this.#countBefore(block) + this.#blocks.placeOf(block, id) + 1;
  }

  /** The ids of all rows, best first. */
  sortedIds(): Uint32Array {
    const sorted = new Uint32Array(this.size);
    let rank = 0;
    for (const block of this.#order) {
      const size = this.#blocks.sizeOf(block);
      for (let place = 0; place < size; place += 1) {
        sorted[rank] = this.#blocks.idAt(block, place);
        rank += 1;
      }
    }
    return sorted;
  }

  /** The best-ranked rows of some ids, each given once: at most `limit`, best first. */
  best(ids: readonly number[], limit: number): Row[] {
    const [blockOf, indexOf] = [this.#blockOf, this.#indexOf];
    const inBlock = new Uint32Array(this.#order.length);
    // The ids only, and no rows, however many there are.
    for (let n = 0; n < ids.length; n += 1) {
      const index = indexOf[blockOf[ids[n] ?? 0] ?? 0] ?? 0;
      inBlock[index] = (inBlock[index] ?? 0) + 1;
    }
    let blocks = 0;
    for (let count = 0; count < limit && blocks < inBlock.length; blocks += 1) {
      count += inBlock[blocks] ?? 0;
    }
    const rows: Row[] = [];
    for (let n = 0; n < ids.length; n += 1) {
      const id = ids[n] ?? 0;
      if ((indexOf[blockOf[id] ?? 0] ?? 0) < blocks) rows.push(this.row(id));
    }
    return rows.toSorted(compareRank).slice(0, limit);
  }

  /** How many rows rank above a key, which need not be one of theirs. */
  countAbove(key: RankKey): number {
    const block = this.#blockFor(key);
    return this.#countBefore(block) + this.#placeIn(block, key);
  }

  /** The row with a rank; undefined beyond the last. */
  at(rank: number): Row | undefined {
    return this.slice(rank - 1, 1)[0];
  }

  /** At most `limit` rows, best first, after skipping `offset` rows. */
  slice(offset: number, limit: number): Row[] {
    const rows: Row[] = [];
    const count = Math.min(limit, this.size - offset);
    if (offset < 0) return rows;
    let { index, before } = this.#counts.find(offset);
    let place = offset - before;
    while (rows.length < count) {
      const block = this.#blockAt(index);
      const end = Math.min(this.#blocks.sizeOf(block), place + count - rows.length);
      for (; place < end; place += 1) rows.push(this.row(this.#blocks.idAt(block, place)));
      index += 1;
      place = 0;
    }
    return rows;
  }

  #blockAt(index: number): number {
    const block = this.#order[index];
    if (block === undefined) throw new Error(`no block has the index ${index}`);
    return block;
  }

  #indexOfBlock(block: number): number {
    return this.#indexOf[block] ?? 0;
  }

  /** How many rows rank above all those of the block. */
  #countBefore(block: number): number {
    return this.#counts.sumBefore(this.#indexOfBlock(block));
  }

  /** The last block whose first row does not rank below the key; otherwise the first block. */
  #blockFor(key: RankKey): number {
    const heads = this.#heads;
    const gdp = Math.fround(key.gdp);
    let low = 1;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const head = heads[middle] ?? 0;
      const below = head === gdp ? this.#compareAt(this.#blockAt(middle), 0, key) > 0 : head < gdp;
      if (below) high = middle;
      else low = middle + 1;
    }
    return this.#blockAt(low - 1);
  }

  /** How many rows of the block rank above the key. */
  #placeIn(block: number, key: RankKey): number {
    const blocks = this.#blocks;
    const gdp = Math.fround(key.gdp);
    let low = 0;
    let high = blocks.sizeOf(block);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = blocks.gdpAt(block, middle);
      const above = other === gdp ? this.#compareAt(block, middle, key) < 0 : other > gdp;
      if (above) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compareAt(block: number, place: number, key: RankKey): number {
    return compareRank(this.row(this.#blocks.idAt(block, place)), key);
  }

  #putIn(id: number, key: RankKey): void {
    let block = this.#blockFor(key);
    if (this.#blocks.sizeOf(block) === this.#blocks.capacity) {
      this.#makeRoom(block);
      block = this.#blockFor(key);
    }
    this.#blocks.insert(block, this.#placeIn(block, key), id, key.gdp);
    this.#blockOf[id] = block;
    this.#counts.add(this.#indexOfBlock(block), 1);
  }

  #takeOut(id: number): void {
    const blocks = this.#blocks;
    const block = this.#blockOf[id] ?? 0;
    const index = this.#indexOfBlock(block);
    const place = blocks.placeOf(block, id);
    blocks.removeAt(block, place);
    this.#counts.add(index, -1);
    if (blocks.sizeOf(block) <= blocks.capacity * SPARSE_FILL) this.#join(index);
  }

  /**
   * Makes room in a full block: moves rows to a neighbour that has room, or else half of them to a new
   * block.
   */
  #makeRoom(block: number): void {
    const blocks = this.#blocks;
    const index = this.#indexOfBlock(block);
    const isRoomy = (other: number | undefined): other is number =>
      other !== undefined && blocks.sizeOf(other) <= blocks.capacity * ROOMY_FILL;
    const [left, right] = [this.#order[index - 1], this.#order[index + 1]];
    if (isRoomy(left)) this.#level(left, block);
    else if (isRoomy(right)) this.#level(block, right);
    else {
      const added = blocks.add();
      this.#order.splice(index + 1, 0, added);
      this.#move(block, blocks.capacity / 2, blocks.capacity, added, 0);
      this.#renumber();
    }
  }

  /** Moves rows from the fuller of two neighbours to the other, until both hold the same number. */
  #level(left: number, right: number): void {
    const leftSize = this.#blocks.sizeOf(left);
    const surplus = Math.trunc((leftSize - this.#blocks.sizeOf(right)) / 2);
    const index = this.#indexOfBlock(right);
    if (surplus > 0) this.#move(left, leftSize - surplus, leftSize, right, 0);
    else this.#move(right, 0, -surplus, left, leftSize);
    this.#counts.add(index - 1, -surplus);
    this.#counts.add(index, surplus);
    this.#heads[index] = this.#blocks.gdpAt(right, 0);
  }

  /** Merges a sparse block with a neighbour, so that a run of them does not waste memory. */
  #join(index: number): void {
    const blocks = this.#blocks;
    for (const first of [index - 1, index]) {
      const left = this.#order[first];
      const right = this.#order[first + 1];
      if (left === undefined || right === undefined) continue;
      const [leftSize, rightSize] = [blocks.sizeOf(left), blocks.sizeOf(right)];
      // An empty block merges with any neighbour: without a first row it has no head to search.
      const fill = leftSize === 0 || rightSize === 0 ? 1 : ROOMY_FILL;
      if (leftSize + rightSize > blocks.capacity * fill) continue;
      this.#move(right, 0, rightSize, left, leftSize);
      this.#drop(right);
      this.#order.splice(first + 1, 1);
      this.#renumber();
      return;
    }
  }

  /** Removes an empty block. The last one takes its number, so that the numbers stay contiguous. */
  #drop(block: number): void {
    const last = this.#blocks.count - 1;
    if (block !== last) {
      this.#move(last, 0, this.#blocks.sizeOf(last), block, 0);
      this.#order[this.#indexOfBlock(last)] = block;
    }
    this.#blocks.removeLast();
  }

  /** As `RankBlocks.move`; afterwards the ids lead to their new block. */
  #move(from: number, start: number, end: number, to: number, at: number): void {
    for (let place = start; place < end; place += 1) {
      this.#blockOf[this.#blocks.idAt(from, place)] = to;
    }
    this.#blocks.move(from, start, end, to, at);
  }

  /** After blocks were added or removed: recomputes their indexes, heads and counts. */
  #renumber(): void {
    const blocks = this.#blocks;
    const { length } = this.#order;
    const sizes = new Uint32Array(length);
    this.#indexOf = new Uint32Array(length);
    this.#heads = new Float32Array(length);
    for (let index = 0; index < length; index += 1) {
      const block = this.#blockAt(index);
      this.#indexOf[block] = index;
      this.#heads[index] = blocks.gdpAt(block, 0);
      sizes[index] = blocks.sizeOf(block);
    }
    this.#counts = new FenwickTree(sizes);
  }
}

/** [LB1] The ids of all rows, which are their positions, best first: only ties in both numbers look at the rows. */
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
