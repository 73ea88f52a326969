/** Pulses an element briefly whenever its figure changes; not when it first appears. */
import { useEffect, useRef, type RefObject } from 'react';
import { prefersReducedMotion } from './reduced-motion.ts';

/** `--motion-slow`. */
const PULSE_MS = 240;

/** @param value null while it is unknown. */
export function usePulse(element: RefObject<HTMLElement | null>, value: number | null): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before === null || value === null || before === value || prefersReducedMotion()) return;
    element.current?.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: 'scale(1.04)', opacity: 0.6, offset: 0.4 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: PULSE_MS, easing: 'ease-out' },
    );
  }, [element, value]);
}
