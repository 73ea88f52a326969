/** Values that never change, the most recently used ones. A null is not cached. */
export class LruCache<Key, Value> {
  readonly #most: number;
  readonly #values = new Map<Key, Promise<Value | null>>();

  constructor(most: number) {
    this.#most = most;
  }

  clear(): void {
    this.#values.clear();
  }

  async get(key: Key, read: () => Promise<Value | null>): Promise<Value | null> {
    const value = this.#values.get(key) ?? read();
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(oldest);
    }
    try {
      const known = await value;
      if (known === null) this.#values.delete(key);
      return known;
    } catch (error) {
      this.#values.delete(key);
      throw error;
    }
  }
}
