/** The marks that rows show for some seconds after an action: `▲17 · 5,000 DENA`. */
import { useEffect, useMemo, useState } from 'react';
import type { Address } from '../../../common/values/address.ts';
import { gameClock } from '../api/game-clock.ts';
import { rowMarks, type RowMark } from './row-marks.ts';
import { useLiveEvents } from './use-live-events.ts';

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
