/** A frequently changing value, throttled to a pace that the eye can follow. */
import { useEffect, useRef, useState } from 'react';

/**
 * The value, at most `paceMs` old; frozen while paused. A new subject's value is shown immediately,
 * paused or not.
 */
export function usePaced<T>(
  subject: string,
  value: T,
  { paceMs, isPaused }: { readonly paceMs: number; readonly isPaused: boolean },
): T {
  const [shown, setShown] = useState({ subject, value });
  const shownAt = useRef(0);
  const isAnother = shown.subject !== subject;
  if (isAnother) setShown({ subject, value });
  useEffect(() => {
    if (isPaused || Object.is(shown.value, value)) return undefined;
    const waitMs = Math.max(0, shownAt.current + paceMs - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown({ subject, value });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [subject, value, shown, paceMs, isPaused]);
  return isAnother ? value : shown.value;
}
