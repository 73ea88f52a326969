/** A wallet's latest action, for as long as its row shows the mark. Pure. */
import { useEffect, useMemo, useState } from 'react';
import type { Address } from '../../../common/values/address.ts';
import { instantOf } from '../../../common/values/instant.ts';
import { gameClock } from '../api/game-clock.ts';
import { deltaOf, type ShownEvent } from './live-events.ts';
import { useLiveEvents } from './live-values.ts';

const MARKED_MS = 10_000;

export type RowMark = Pick<ShownEvent, 'kind' | 'detail'> & {
  /** Dollars. */
  readonly delta: number;
  /** Places gained, or lost if negative; 0 if there are none, or if the player just joined. */
  readonly places: number;
  /** Ms on the game's clock. */
  readonly untilMs: number;
};

/**
 * The marks visible at a moment: each wallet's newest action.
 * @param events newest first.
 */
export function rowMarks(
  events: readonly ShownEvent[],
  nowMs: number,
): ReadonlyMap<Address, RowMark> {
  const marks = new Map<Address, RowMark>();
  for (const event of events) {
    const untilMs = instantOf(event.at) + MARKED_MS;
    // The remaining ones happened even earlier.
    if (untilMs <= nowMs) break;
    if (marks.has(event.walletAddress)) continue;
    const { kind, detail, rankBefore, rankAfter } = event;
    const places = rankBefore && rankAfter ? rankBefore - rankAfter : 0;
    marks.set(event.walletAddress, { kind, detail, delta: deltaOf(event), places, untilMs });
  }
  return marks;
}

/** Changes only if a mark appears or disappears; `markText` (views) puts one into words. */
export function useRowMarks(): ReadonlyMap<Address, RowMark> {
  const events = useLiveEvents();
  const [endedMs, setEndedMs] = useState(0);
  const marks = useMemo(
    () => rowMarks(events, Math.max(endedMs, gameClock.now())),
    [events, endedMs],
  );
  const nextMs = Math.min(...[...marks.values()].map(({ untilMs }) => untilMs));
  useEffect(() => {
    if (!Number.isFinite(nextMs)) return undefined;
    const timer = setTimeout(() => setEndedMs(nextMs), Math.max(0, nextMs - gameClock.now()));
    return () => clearTimeout(timer);
  }, [nextMs]);
  return marks;
}
