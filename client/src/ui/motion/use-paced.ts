/** A frequently changing value, throttled to a pace that the eye can follow. */
import { useEffect, useRef, useState } from 'react';

/**
 * The value, at most `paceMs` old; frozen while held. A new subject's value is shown immediately,
 * held or not.
 */
export function usePaced<T>(
  subject: string,
  value: T,
  { paceMs, isHeld }: { readonly paceMs: number; readonly isHeld: boolean },
): T {
  const [shown, setShown] = useState({ subject, value });
  const shownAt = useRef(0);
  const isAnother = shown.subject !== subject;
  if (isAnother) setShown({ subject, value });
  useEffect(() => {
    if (isHeld || Object.is(shown.value, value)) return undefined;
    const waitMs = Math.max(0, shownAt.current + paceMs - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown({ subject, value });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [subject, value, shown, paceMs, isHeld]);
  return isAnother ? value : shown.value;
}
