/**
 * The blocks of the rank index: ids in order, best first, and with each id the GDP of its row, so that a
 * search stays within a kilobyte and seldom looks at a row. Blocks are numbered from 0, and lie one after
 * the other in the same two flat arrays, in no particular order.
 *
 * GDPs are rounded to 32 bits. That keeps their order, and whole numbers up to 2^24 exactly; if two are
 * equal, the rows decide the order.
 */

/** If less of the memory is used, some of it is released. */
const KEPT_FILL = 7 / 8;

export class RankBlocks {
  /** How many rows a block holds at most. */
  readonly capacity: number;
  #ids: Uint32Array;
  #gdps: Float32Array;
  #sizes: Uint32Array;
  #count = 0;

  /** @param room how many blocks memory is allocated for; it grows and shrinks as needed. */
  constructor(capacity: number, room: number) {
    this.capacity = capacity;
    this.#ids = new Uint32Array(room * capacity);
    this.#gdps = new Float32Array(room * capacity);
    this.#sizes = new Uint32Array(room);
  }

  /** The number of blocks. */
  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#ids.byteLength + this.#gdps.byteLength + this.#sizes.byteLength;
  }

  /** Adds an empty block and returns its number: the highest. */
  add(): number {
    if (this.#count === this.#sizes.length) this.#resize();
    this.#count += 1;
    return this.#count - 1;
  }

  /** Adds a block that holds these ids. @param gdps by id. */
  addFilled(ids: Uint32Array, gdps: Float64Array): number {
    const block = this.add();
    const start = block * this.capacity;
    this.#ids.set(ids, start);
    for (let place = 0; place < ids.length; place += 1) {
      this.#gdps[start + place] = gdps[ids[place] ?? 0] ?? 0;
    }
    this.#sizes[block] = ids.length;
    return block;
  }

  /** Drops the block with the highest number, which must be empty. */
  removeLast(): void {
    this.#count -= 1;
    if (this.#count < this.#sizes.length * KEPT_FILL) this.#resize();
  }

  sizeOf(block: number): number {
    return this.#sizes[block] ?? 0;
  }

  idAt(block: number, place: number): number {
    return this.#ids[block * this.capacity + place] ?? 0;
  }

  /** Rounded. */
  gdpAt(block: number, place: number): number {
    return this.#gdps[block * this.capacity + place] ?? 0;
  }

  /** The id's place in the block. @throws if it is not there. */
  placeOf(block: number, id: number): number {
    const start = block * this.capacity;
    const place = this.#ids.indexOf(id, start) - start;
    if (place < 0 || place >= this.sizeOf(block)) throw new Error(`no row has the id ${id}`);
    return place;
  }

  /** Inserts a row at a place; those from there on move up. The block must not be full. */
  insert(block: number, place: number, id: number, gdp: number): void {
    const start = block * this.capacity;
    const at = start + place;
    const size = this.sizeOf(block);
    this.#ids.copyWithin(at + 1, at, start + size);
    this.#gdps.copyWithin(at + 1, at, start + size);
    this.#ids[at] = id;
    this.#gdps[at] = gdp;
    this.#sizes[block] = size + 1;
  }

  removeAt(block: number, place: number): void {
    const start = block * this.capacity;
    const at = start + place;
    const size = this.sizeOf(block);
    this.#ids.copyWithin(at, at + 1, start + size);
    this.#gdps.copyWithin(at, at + 1, start + size);
    this.#sizes[block] = size - 1;
  }

  /**
   * Moves the rows at places `start` to `end` (exclusive) to another block, in front of what that has at
   * place `at`. It must have room for them.
   */
  move(from: number, start: number, end: number, to: number, at: number): void {
    const source = from * this.capacity;
    const target = to * this.capacity + at;
    const count = end - start;
    const targetEnd = to * this.capacity + this.sizeOf(to);
    const sourceEnd = source + this.sizeOf(from);
    for (const array of [this.#ids, this.#gdps]) {
      array.copyWithin(target + count, target, targetEnd);
      array.copyWithin(target, source + start, source + end);
      array.copyWithin(source + start, source + end, sourceEnd);
    }
    this.#sizes[from] = this.sizeOf(from) - count;
    this.#sizes[to] = this.sizeOf(to) + count;
  }

  /** Makes room for one sixteenth more blocks than there are. */
  #resize(): void {
    const room = this.#count + Math.max(1, this.#count >>> 4);
    const used = this.#count * this.capacity;
    const [ids, gdps, sizes] = [this.#ids, this.#gdps, this.#sizes];
    this.#ids = new Uint32Array(room * this.capacity);
    this.#gdps = new Float32Array(room * this.capacity);
    this.#sizes = new Uint32Array(room);
    this.#ids.set(ids.subarray(0, used));
    this.#gdps.set(gdps.subarray(0, used));
    this.#sizes.set(sizes.subarray(0, this.#count));
  }
}
