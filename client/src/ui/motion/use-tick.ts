/** Rerenders at an interval, for content that changes only with time. */
import { useEffect, useReducer } from 'react';
import { countdownStepMs } from '../format.ts';

/** Null stops it. */
export function useTick(intervalMs: number | null): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (intervalMs === null) return undefined;
    const timer = setInterval(tick, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
}

/** In ms, 0 or less once it is over. @param now ms on the clock that the moment refers to. */
export function useCountdown(moment: Date, now: () => number): number {
  const leftMs = moment.getTime() - now();
  useTick(leftMs > 0 ? countdownStepMs(leftMs) : null);
  return leftMs;
}
