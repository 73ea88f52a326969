/** A wallet's latest deed, for as long as its row is marked with it. Pure. */
import type { Address } from '../../../common/values/address.ts';
import type { LiveCause } from './live-causes.ts';

export const MARKED_MS = 10_000;

export type RowMark = Pick<LiveCause, 'kind' | 'detail' | 'delta'> & {
  /** Places gained by it, or lost where it is below 0; 0 where none, where it joined and where they are not known. */
  readonly places: number;
  /** By the game's clock, ms. */
  readonly untilMs: number;
};

/**
 * The marks that stand at a moment: of each wallet its newest deed.
 * @param causes newest first.
 */
export function rowMarks(
  causes: readonly LiveCause[],
  nowMs: number,
): ReadonlyMap<Address, RowMark> {
  const marks = new Map<Address, RowMark>();
  for (const cause of causes) {
    const untilMs = cause.heardMs + MARKED_MS;
    // Those behind it were heard earlier still.
    if (untilMs <= nowMs) break;
    if (marks.has(cause.walletAddress)) continue;
    const { kind, detail, delta, rankBefore, rankAfter } = cause;
    const places = rankBefore && rankAfter ? rankBefore - rankAfter : 0;
    marks.set(cause.walletAddress, { kind, detail, delta, places, untilMs });
  }
  return marks;
}
