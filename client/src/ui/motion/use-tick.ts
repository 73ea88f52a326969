/** Rerenders at an interval, for content that changes only with time. */
import { useEffect, useReducer } from 'react';

/** Null stops it. */
export function useTick(intervalMs: number | null): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (intervalMs === null) return undefined;
    const timer = setInterval(tick, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
}
