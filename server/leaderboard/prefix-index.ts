/**
 * Finds the rows whose text has a prefix: the ids in the order of their texts, in blocks of at most 256,
 * and for each block its best-ranked row [LB1].
 *
 *   texts   [ 0x00… 0x0a… ][ 0x0b… 0x1f… ][ 0x20… ]
 *   best        #812            #7           #40
 *
 * All blocks of a prefix except two hold nothing else, and the best 20 rows are in the 20 blocks whose best
 * rows rank highest: so a search looks at one row of each block and at all rows of 22 blocks, even if
 * someone chose addresses or names to make it slow. An update looks at one row, or at all rows of a block
 * if its best one fell back.
 */
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';

const BLOCK_IDS = 256;
/** How full a block is built: room to grow. */
const BUILT_IDS = 192;
/** Sorts after every text that starts with the preceding prefix. */
const LAST = '\uffff';

interface Block {
  readonly ids: Uint32Array;
  size: number;
  /** The id of the best-ranked row; arbitrary if the block is empty. */
  best: number;
  /** Its GDP, so that a search looks at few rows. */
  bestGdp: number;
}

/** @throws if the block has no such place. */
function idAt({ ids, size }: Block, place: number): number {
  const id = ids[place];
  if (id === undefined || place >= size) throw new Error(`a block has no place ${place}`);
  return id;
}

function setBest(block: Block, id: number, row: RankKey): void {
  block.best = id;
  block.bestGdp = row.gdp;
}

const NOTHING = { sorted: new Uint32Array(), ranks: new Uint32Array() };

/** The id with the lowest rank. */
function bestOf(ids: Uint32Array, ranks: Uint32Array): number {
  let best = ids[0] ?? 0;
  for (const id of ids) if ((ranks[id] ?? 0) < (ranks[best] ?? 0)) best = id;
  return best;
}

export class PrefixIndex<Row extends RankKey> {
  readonly #rowOf: (id: number) => Row;
  readonly #textOf: (row: Row) => string;
  readonly #blockIds: number;
  /** None is empty. */
  readonly #order: Block[] = [];
  /** By id. */
  readonly #blockOf: (Block | undefined)[];

  /**
   * @param parts.rowOf the current row of an id
   * @param parts.initial ids in the order of their texts, and by id the ranks of their rows, which are
   *   cheaper to compare than a million rows all over the memory
   * @param parts.blockIds how many ids a block holds at most
   */
  constructor(parts: {
    readonly rowOf: (id: number) => Row;
    readonly textOf: (row: Row) => string;
    readonly initial?: { readonly sorted: Uint32Array; readonly ranks: Uint32Array };
    readonly blockIds?: number;
  }) {
    const { rowOf, textOf, initial = NOTHING, blockIds = BLOCK_IDS } = parts;
    const { sorted, ranks } = initial;
    this.#rowOf = rowOf;
    this.#textOf = textOf;
    this.#blockIds = blockIds;
    const built = Math.min(BUILT_IDS, blockIds);
    this.#blockOf = Array.from({ length: sorted.length });
    for (let start = 0; start < sorted.length; start += built) {
      const ids = sorted.subarray(start, start + built);
      const block = this.#blockOfIds(ids);
      const best = bestOf(ids, ranks);
      setBest(block, best, this.#rowOf(best));
      this.#order.push(block);
    }
  }

  add(id: number): void {
    const row = this.#rowOf(id);
    const text = this.#textOf(row);
    let index = this.#indexFor(text);
    let block = this.#order[index] ?? this.#first();
    if (block.size === this.#blockIds) {
      this.#split(index, block);
      index = this.#indexFor(text);
      block = this.#order[index] ?? block;
    }
    const place = this.#placeIn(block, text);
    block.ids.copyWithin(place + 1, place, block.size);
    block.ids[place] = id;
    block.size += 1;
    this.#blockOf[id] = block;
    if (block.size === 1 || compareRank(row, this.#rowOf(block.best)) < 0) setBest(block, id, row);
  }

  /** Removes an id; its row may already be a different one. */
  remove(id: number): void {
    const block = this.#blockOf[id];
    if (!block) throw new Error(`no text has the id ${id}`);
    const place = block.ids.subarray(0, block.size).indexOf(id);
    block.ids.copyWithin(place, place + 1, block.size);
    block.size -= 1;
    this.#blockOf[id] = undefined;
    if (block.size === 0) this.#order.splice(this.#order.indexOf(block), 1);
    else if (block.best === id) this.#look(block);
  }

  /** Call it after a row replaced another one with the same text. */
  reranked(id: number, before: RankKey, after: RankKey): void {
    const block = this.#blockOf[id];
    if (!block) return;
    if (block.best !== id) {
      const isBest = after.gdp >= block.bestGdp && compareRank(after, this.#rowOf(block.best)) < 0;
      if (isBest) setBest(block, id, after);
    } else if (compareRank(after, before) > 0) this.#look(block);
    else block.bestGdp = after.gdp;
  }

  /** The rows whose texts have this prefix: the best-ranked ones, best first, `limit` at most. */
  find(prefix: string, limit: number): Row[] {
    const found: Row[] = [];
    const [low, high] = [this.#indexFor(prefix), this.#indexFor(prefix + LAST)];
    const between: Block[] = [];
    const compareBest = (a: Block, b: Block) =>
      b.bestGdp - a.bestGdp || compareRank(this.#rowOf(a.best), this.#rowOf(b.best));
    for (let index = low + 1; index < high; index += 1) {
      const block = this.#order[index];
      if (block) keepBest(between, block, limit, compareBest);
    }
    for (const index of new Set([low, high])) {
      const block = this.#order[index];
      if (!block) continue;
      for (let place = 0; place < block.size; place += 1) {
        const row = this.#rowOf(idAt(block, place));
        if (this.#textOf(row).startsWith(prefix)) keepBest(found, row, limit, compareRank);
      }
    }
    for (const block of between) {
      const last = found[limit - 1];
      if (last && compareRank(last, this.#rowOf(block.best)) < 0) break;
      for (let place = 0; place < block.size; place += 1) {
        const row = this.#rowOf(idAt(block, place));
        if (row.gdp >= (found[limit - 1]?.gdp ?? 0)) keepBest(found, row, limit, compareRank);
      }
    }
    return found;
  }

  /** The last block whose first text is before this one; otherwise the first block. */
  #indexFor(text: string): number {
    let low = 1;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.#order[middle];
      if (block && this.#textAt(block, 0) < text) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #placeIn(block: Block, text: string): number {
    let low = 0;
    let high = block.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#textAt(block, middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #textAt(block: Block, place: number): string {
    return this.#textOf(this.#rowOf(idAt(block, place)));
  }

  #first(): Block {
    const block = { ids: new Uint32Array(this.#blockIds), size: 0, best: 0, bestGdp: 0 };
    this.#order.push(block);
    return block;
  }

  /** Without its best row. */
  #blockOfIds(ids: Uint32Array): Block {
    const ofBlock = new Uint32Array(this.#blockIds);
    const block = { ids: ofBlock, size: ids.length, best: 0, bestGdp: 0 };
    block.ids.set(ids);
    for (const id of ids) this.#blockOf[id] = block;
    return block;
  }

  /** Moves half of a full block to a new one. */
  #split(index: number, block: Block): void {
    const half = this.#blockIds >>> 1;
    const added = this.#blockOfIds(block.ids.subarray(half, block.size));
    this.#order.splice(index + 1, 0, added);
    block.size = half;
    this.#look(added);
    this.#look(block);
  }

  /** Searches a block for its best row. */
  #look(block: Block): void {
    let best = idAt(block, 0);
    let bestRow = this.#rowOf(best);
    for (let place = 1; place < block.size; place += 1) {
      const id = idAt(block, place);
      const row = this.#rowOf(id);
      if (compareRank(row, bestRow) < 0) [best, bestRow] = [id, row];
    }
    setBest(block, best, bestRow);
  }
}

/**
 * Inserts a value into a sorted list of the best `most`, if it belongs there.
 * @param compare below 0 if the first one is better; never 0 for two different values.
 */
export function keepBest<Value>(
  best: Value[],
  value: Value,
  most: number,
  compare: (a: Value, b: Value) => number,
): void {
  const isBelow = (other: Value | undefined) => other !== undefined && compare(other, value) < 0;
  if (best.length >= most && isBelow(best[most - 1])) return;
  let place = best.length;
  while (place > 0 && !isBelow(best[place - 1])) place -= 1;
  best.splice(place, 0, value);
  if (best.length > most) best.pop();
}
