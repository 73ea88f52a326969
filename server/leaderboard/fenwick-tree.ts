/** Counts for a row of boxes, with the sum before any of them in O(log boxes) (Fenwick, 1994). */
export class FenwickTree {
  /** One-based: node `i` holds the sum of the `i & -i` boxes that end with box `i - 1`. */
  readonly #nodes: Int32Array;
  /** The largest power of two that is not above the number of boxes. */
  readonly #top: number;

  constructor(counts: ArrayLike<number>) {
    const size = counts.length;
    this.#nodes = new Int32Array(size + 1);
    this.#nodes.set(counts, 1);
    for (let node = 1; node <= size; node += 1) {
      const parent = node + (node & -node);
      if (parent <= size) this.#nodes[parent] = this.#at(parent) + this.#at(node);
    }
    this.#top = 2 ** (31 - Math.clz32(size));
  }

  add(box: number, amount: number): void {
    for (let node = box + 1; node < this.#nodes.length; node += node & -node) {
      this.#nodes[node] = this.#at(node) + amount;
    }
  }

  /** The sum of all boxes before this one. */
  sumBefore(box: number): number {
    let sum = 0;
    for (let node = box; node > 0; node -= node & -node) sum += this.#at(node);
    return sum;
  }

  /**
   * The box that contains the position, counted from 0 over all boxes, and the sum before that box;
   * a position beyond them all gives the index after the last box.
   */
  find(position: number): { readonly index: number; readonly before: number } {
    let index = 0;
    let before = 0;
    for (let step = this.#top; step > 0; step >>>= 1) {
      const next = index + step;
      if (next < this.#nodes.length && before + this.#at(next) <= position) {
        index = next;
        before += this.#at(next);
      }
    }
    return { index, before };
  }

  #at(node: number): number {
    return this.#nodes[node] ?? 0;
  }
}
