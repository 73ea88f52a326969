/** A moment is taken up once the reader has let it rest for this long. */
const REST_MS = 150;

/**
 * What follows once a moment rests: one at a time, and only at the address where it began to rest. The router
 * changes the address at once, and what the page shows when that is loaded: whoever leaves ends the rest by leaving.
 */
export class Rest {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #address = '';

  /** True until the moment has rested, unless the reader has left. */
  get isPending(): boolean {
    return this.#timer !== undefined && this.#address === location.href;
  }

  /** In place of what was to follow before. */
  begin(then: () => void): void {
    this.end();
    this.#address = location.href;
    this.#timer = setTimeout(() => {
      const { isPending } = this;
      this.end();
      if (isPending) then();
    }, REST_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
