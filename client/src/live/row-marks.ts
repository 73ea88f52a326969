/** A wallet's latest action, for as long as its row shows the mark. Pure. */
import { useEffect, useMemo, useState } from 'react';
import type { Address } from '../../../common/values/address.ts';
import { instantOf } from '../../../common/values/instant.ts';
import { gameClock } from '../api/game-clock.ts';
import type { ShownEvent } from './live-events.ts';
import { useLiveEvents } from './live-values.ts';

const MARKED_MS = 10_000;

/**
 * The marks visible at a moment: each wallet's newest action.
 * @param events newest first.
 */
export function rowMarks(
  events: readonly ShownEvent[],
  nowMs: number,
): ReadonlyMap<Address, ShownEvent> {
  const marks = new Map<Address, ShownEvent>();
  for (const event of events) {
    // The remaining ones happened even earlier.
    if (endOf(event) <= nowMs) break;
    if (!marks.has(event.walletAddress)) marks.set(event.walletAddress, event);
  }
  return marks;
}

/** Ms on the game's clock. */
function endOf({ at }: ShownEvent): number {
  return instantOf(at) + MARKED_MS;
}

/** Changes only if a mark appears or disappears; `markText` (views) puts one into words. */
export function useRowMarks(): ReadonlyMap<Address, ShownEvent> {
  const events = useLiveEvents();
  const [endedMs, setEndedMs] = useState(0);
  const marks = useMemo(
    () => rowMarks(events, Math.max(endedMs, gameClock.now())),
    [events, endedMs],
  );
  const nextMs = Math.min(...[...marks.values()].map(endOf));
  useEffect(() => {
    if (!Number.isFinite(nextMs)) return undefined;
    const timer = setTimeout(() => setEndedMs(nextMs), Math.max(0, nextMs - gameClock.now()));
    return () => clearTimeout(timer);
  }, [nextMs]);
  return marks;
}
