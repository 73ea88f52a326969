/**
 * The time of the server's machine, by the Date of its answers. It says how old something is that
 * the browser has stored: the device's clock may have been set meanwhile.
 */
interface Heard {
  readonly at: number;
  readonly wallMs: number;
  readonly pageMs: number;
}

let last: Heard | null = null;

/** The page's only one. */
export const serverClock = {
  /** @param date of an answer that was not cached. */
  heard(date: string | null): void {
    const at = Date.parse(date ?? '');
    if (!Number.isNaN(at)) last = { at, wallMs: Date.now(), pageMs: performance.now() };
  },

  /** In ms since 1970; by the device's clock since the last answer. */
  now: (): number => Date.now() + (last ? last.at - last.wallMs : 0),

  /**
   * The latest that it may be, to the second: since the last answer the device's clock may have
   * been set back, or the page's have stopped while it slept. Infinite before the first answer.
   */
  latest(): number {
    if (!last) return Infinity;
    return Math.max(serverClock.now(), last.at + performance.now() - last.pageMs);
  },
};
