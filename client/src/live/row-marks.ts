/** A wallet's latest action, for as long as its row shows the mark. Pure. */
import type { Address } from '../../../common/values/address.ts';
import type { LiveCause } from './live-causes.ts';

const MARKED_MS = 10_000;

export type RowMark = Pick<LiveCause, 'kind' | 'detail' | 'delta'> & {
  /**
   * Places gained, or lost if negative; 0 if there are none, if the player just joined, or if they are
   * unknown.
   */
  readonly places: number;
  /** Ms on the game's clock. */
  readonly untilMs: number;
};

/**
 * The marks visible at a moment: each wallet's newest action.
 * @param causes newest first.
 */
export function rowMarks(
  causes: readonly LiveCause[],
  nowMs: number,
): ReadonlyMap<Address, RowMark> {
  const marks = new Map<Address, RowMark>();
  for (const cause of causes) {
    const untilMs = cause.heardMs + MARKED_MS;
    // The remaining ones were received even earlier.
    if (untilMs <= nowMs) break;
    if (marks.has(cause.walletAddress)) continue;
    const { kind, detail, delta, rankBefore, rankAfter } = cause;
    const places = rankBefore && rankAfter ? rankBefore - rankAfter : 0;
    marks.set(cause.walletAddress, { kind, detail, delta, places, untilMs });
  }
  return marks;
}
