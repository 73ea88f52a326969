/** A value that changes often, shown at a pace that an eye can follow. */
import { useEffect, useRef, useState } from 'react';

/** The value as it was at most `paceMs` ago; while it is held, as it was then. */
export function usePaced<T>(value: T, paceMs: number, isHeld: boolean): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(0);
  useEffect(() => {
    if (isHeld || Object.is(shown, value)) return undefined;
    const waitMs = Math.max(0, shownAt.current + paceMs - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, shown, paceMs, isHeld]);
  return shown;
}
