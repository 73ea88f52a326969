/**
 * The time of the server's machine, by the Date of its answers: by it a page tells how old is what the browser has stored,
 * since the device's clock may be set in between.
 */
interface Heard {
  readonly at: number;
  readonly wallMs: number;
  readonly pageMs: number;
}

let last: Heard | null = null;

/** The page's only one. */
export const serverClock = {
  /** @param date of an answer that no cache has kept. */
  heard(date: string | null): void {
    const at = Date.parse(date ?? '');
    if (!Number.isNaN(at)) last = { at, wallMs: Date.now(), pageMs: performance.now() };
  },

  /** In ms since 1970; by the device's clock since the last answer. */
  now: (): number => Date.now() + (last ? last.at - last.wallMs : 0),

  /**
   * Not earlier than it is, but for the second that a Date is exact to: since the last answer the device's clock may have
   * been set back, or that of the page have stopped in its sleep. Infinite before the first answer.
   */
  latest(): number {
    if (!last) return Infinity;
    return Math.max(serverClock.now(), last.at + performance.now() - last.pageMs);
  },
};
