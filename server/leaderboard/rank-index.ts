/**
 * The ranking of a million rows [LB1]: an exact order-statistics index. Every row has a numeric id;
 * the ids are in order, in blocks of at most 256, and a Fenwick tree counts the blocks:
 *
 *   blocks    [ 7 2 9 ][ 4 0 ][ 5 1 8 3 ]      best first, ids with their GDPs
 *   heads       90k      70k     40k            GDP of each block's first row, or of one that was
 *   there before it
 *   counts        3       2        4            prefix sums in O(log blocks)
 *
 * An id leads to its block, and a block is short enough to scan: the place in it plus one prefix
 * sum give the rank. Locating a key takes two binary searches, one over the heads and one in a
 * block; only ties look at the rows.
 *
 * GDPs are rounded to 32 bits. That keeps their order, and whole numbers up to 2^24 exactly; if two
 * are equal, the rows decide the order.
 */
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { FenwickTree } from './fenwick-tree.ts';

/** The most ids in a block. */
const BLOCK_IDS = 256;
/** How full a block is built: room to grow, at 10.7 bytes a row. */
const BUILT_FILL = 3 / 4;
/** A block no fuller than this takes rows from a full neighbour, so that few have to split. */
const ROOMY_FILL = 7 / 8;
/**
 * A block emptied this far is merged with a neighbour, if together they are no fuller than a roomy
 * one.
 */
const SPARSE_FILL = 1 / 2;

/**
 * Ids in order, best first, and with each the GDP of its row, so that a search stays within a
 * kilobyte.
 */
class Block {
  /** By which ids lead to it. */
  readonly number: number;
  readonly ids: Uint32Array;
  readonly gdps: Float32Array;
  size = 0;
  /** Its place in the order of blocks. */
  index = 0;

  constructor(number: number, capacity: number) {
    this.number = number;
    this.ids = new Uint32Array(capacity);
    this.gdps = new Float32Array(capacity);
  }

  /** The id's place in it. @throws if it is not there. */
  placeOf(id: number): number {
    const place = this.ids.indexOf(id);
    if (place < 0 || place >= this.size) throw new Error(`no row has the id ${id}`);
    return place;
  }

  /** Inserts a row at a place; those from there on move up. The block must not be full. */
  insert(place: number, id: number, gdp: number): void {
    this.ids.copyWithin(place + 1, place, this.size);
    this.gdps.copyWithin(place + 1, place, this.size);
    this.ids[place] = id;
    this.gdps[place] = gdp;
    this.size += 1;
  }

  /** @throws if the id is not there. */
  remove(id: number): void {
    const place = this.placeOf(id);
    this.ids.copyWithin(place, place + 1, this.size);
    this.gdps.copyWithin(place, place + 1, this.size);
    this.size -= 1;
  }

  /**
   * Takes another block's rows from a place on, and puts them behind its own. It must have room for
   * them.
   */
  take(from: Block, place: number): void {
    this.ids.set(from.ids.subarray(place, from.size), this.size);
    this.gdps.set(from.gdps.subarray(place, from.size), this.size);
    this.size += from.size - place;
    from.size = place;
  }
}

/**
 * Rows in the order of `compareRank`, at most one per wallet, which the caller must ensure. Ranks
 * are 1..size; an id belongs to its row until it is removed, then may be reused.
 */
export class RankIndex<Row extends RankKey> {
  readonly #rowOf: Row[];
  readonly #freeIds: number[] = [];
  readonly #capacity: number;
  /** By number; undefined for one that is free. */
  readonly #blocks: (Block | undefined)[] = [];
  readonly #freeNumbers: number[] = [];
  /** By id, the number of the block that holds it. */
  #numberOf: Uint32Array;
  /** The blocks, best first; none is empty, except the only one of an empty index. */
  readonly #order: Block[] = [];
  /** Never read for the first block: whatever ranks above everyone goes there. */
  #heads = new Float32Array();
  #counts = new FenwickTree([]);

  /**
   * Builds from rows in any order; the id of each is its position in `rows`. `blockIds`, a multiple
   * of 16, is how many ids a block holds at most.
   */
  constructor(rows: readonly Row[] = [], blockIds = BLOCK_IDS) {
    this.#rowOf = [...rows];
    this.#numberOf = new Uint32Array(rows.length);
    this.#capacity = blockIds;
    // Read from the rows in the order of memory: the order of ranks would wait for each of them.
    const gdps = new Float64Array(rows.length);
    for (let id = 0; id < rows.length; id += 1) gdps[id] = this.row(id).gdp;
    const sorted = sortedByRank(rows, gdps);
    const built = blockIds * BUILT_FILL;
    for (let start = 0; start < sorted.length; start += built) {
      const block = this.#addBlock(this.#order.length);
      block.ids.set(sorted.subarray(start, start + built));
      block.size = Math.min(built, sorted.length - start);
      // By index: before code that runs once is optimised, `for … of` allocates at every step.
      for (let place = 0; place < block.size; place += 1) {
        block.gdps[place] = gdps[block.ids[place] ?? 0] ?? 0;
      }
      this.#claim(block);
    }
    if (rows.length === 0) this.#addBlock(0);
    this.#renumber();
  }

  get size(): number {
    return this.#rowOf.length - this.#freeIds.length;
  }

  /** How many blocks hold them. */
  get blocks(): number {
    return this.#order.length;
  }

  /** Adds a row of a wallet that has none, and returns its id. */
  add(row: Row): number {
    const id = this.#freeIds.pop() ?? this.#rowOf.length;
    if (id >= this.#numberOf.length) {
      const grown = new Uint32Array(id + (id >>> 4) + 64);
      grown.set(this.#numberOf);
      this.#numberOf = grown;
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
    const block = this.#blockOf(id);
    return this.#counts.sumBefore(block.index) + block.placeOf(id) + 1;
  }

  /** The best-ranked rows of some ids, each given once: at most `limit`, best first. */
  best(ids: readonly number[], limit: number): Row[] {
    const inBlock = new Uint32Array(this.#order.length);
    // The ids only, and no rows, however many there are.
    for (const id of ids) {
      const { index } = this.#blockOf(id);
      inBlock[index] = (inBlock[index] ?? 0) + 1;
    }
    let blocks = 0;
    for (let count = 0; count < limit && blocks < inBlock.length; blocks += 1) {
      count += inBlock[blocks] ?? 0;
    }
    return ids
      .filter((id) => this.#blockOf(id).index < blocks)
      .map((id) => this.row(id))
      .toSorted(compareRank)
      .slice(0, limit);
  }

  /** How many rows rank above a key, which need not be one of theirs. */
  countAbove(key: RankKey): number {
    const block = this.#blockFor(key);
    return this.#counts.sumBefore(block.index) + this.#placeIn(block, key);
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
      const { ids, size } = this.#blockAt(index);
      const end = Math.min(size, place + count - rows.length);
      for (; place < end; place += 1) rows.push(this.row(ids[place] ?? 0));
      index += 1;
      place = 0;
    }
    return rows;
  }

  #blockAt(index: number): Block {
    const block = this.#order[index];
    if (!block) throw new Error(`no block has the index ${index}`);
    return block;
  }

  /** @throws if no row was ever given this id. */
  #blockOf(id: number): Block {
    const block = this.#blocks[this.#numberOf[id] ?? 0];
    if (!block) throw new Error(`no row has the id ${id}`);
    return block;
  }

  /** The last block whose first row does not rank below the key; otherwise the first block. */
  #blockFor(key: RankKey): Block {
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
  #placeIn(block: Block, key: RankKey): number {
    const { gdps } = block;
    const gdp = Math.fround(key.gdp);
    let low = 0;
    let high = block.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = gdps[middle] ?? 0;
      const above = other === gdp ? this.#compareAt(block, middle, key) < 0 : other > gdp;
      if (above) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compareAt({ ids }: Block, place: number, key: RankKey): number {
    return compareRank(this.row(ids[place] ?? 0), key);
  }

  #putIn(id: number, key: RankKey): void {
    let block = this.#blockFor(key);
    if (block.size === this.#capacity) {
      this.#makeRoom(block);
      block = this.#blockFor(key);
    }
    block.insert(this.#placeIn(block, key), id, key.gdp);
    this.#numberOf[id] = block.number;
    this.#counts.add(block.index, 1);
  }

  #takeOut(id: number): void {
    const block = this.#blockOf(id);
    block.remove(id);
    this.#counts.add(block.index, -1);
    if (block.size <= this.#capacity * SPARSE_FILL) this.#join(block);
  }

  /** Shares the rows of a full block with a neighbour that has room, or else with a new block. */
  #makeRoom(block: Block): void {
    for (const [left, right] of this.#pairsWith(block)) {
      if (left.size + right.size > this.#capacity * (1 + ROOMY_FILL)) continue;
      const moved = this.#share(left, right);
      this.#counts.add(left.index, -moved);
      this.#counts.add(right.index, moved);
      this.#heads[right.index] = right.gdps[0] ?? 0;
      return;
    }
    this.#share(block, this.#addBlock(block.index + 1));
    this.#renumber();
  }

  /** Merges a sparse block with a neighbour, so that a run of them does not waste memory. */
  #join(block: Block): void {
    for (const [left, right] of this.#pairsWith(block)) {
      // An empty block merges with any neighbour: without a first row it has no head to search.
      const fill = left.size === 0 || right.size === 0 ? 1 : ROOMY_FILL;
      if (left.size + right.size > this.#capacity * fill) continue;
      left.take(right, 0);
      this.#claim(left);
      this.#order.splice(right.index, 1);
      this.#blocks[right.number] = undefined;
      this.#freeNumbers.push(right.number);
      this.#renumber();
      return;
    }
  }

  /** The block with the one before it, and with the one after it. */
  #pairsWith(block: Block): (readonly [left: Block, right: Block])[] {
    const [before, after] = [this.#order[block.index - 1], this.#order[block.index + 1]];
    return [
      ...(before ? [[before, block] as const] : []),
      ...(after ? [[block, after] as const] : []),
    ];
  }

  #addBlock(index: number): Block {
    const block = new Block(this.#freeNumbers.pop() ?? this.#blocks.length, this.#capacity);
    this.#blocks[block.number] = block;
    this.#order.splice(index, 0, block);
    return block;
  }

  /** Gives each of two neighbours half of their rows. Returns how many moved to the right. */
  #share(left: Block, right: Block): number {
    const all = new Block(0, 2 * this.#capacity);
    const before = left.size;
    all.take(left, 0);
    all.take(right, 0);
    right.take(all, all.size >>> 1);
    left.take(all, 0);
    for (const block of [left, right]) this.#claim(block);
    return before - left.size;
  }

  /** Lets a block's ids lead to it. */
  #claim({ ids, size, number }: Block): void {
    for (let place = 0; place < size; place += 1) this.#numberOf[ids[place] ?? 0] = number;
  }

  /** After blocks were added or removed: recomputes their indexes, heads and counts. */
  #renumber(): void {
    this.#heads = new Float32Array(this.#order.length);
    for (const [index, block] of this.#order.entries()) {
      block.index = index;
      this.#heads[index] = block.gdps[0] ?? 0;
    }
    this.#counts = new FenwickTree(this.#order.map(({ size }) => size));
  }
}

/**
 * [LB1] The ids of all rows, which are their positions, best first: only ties in both numbers look
 * at the rows.
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
