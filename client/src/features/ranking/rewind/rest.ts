/** A moment is taken up once the reader has let it rest for this long. */
const REST_MS = 150;

/**
 * Delays an action until a moment has rested: one action at a time, and only while the address is the one at which
 * the rest began. The router changes the address at once, before the next page is loaded, so leaving ends the rest.
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
