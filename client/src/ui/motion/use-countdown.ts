/** The time left until a moment, kept current on the screen. */
import { countdownStepMs } from '../format.ts';
import { useTick } from './use-tick.ts';

/** In ms, 0 or less once it is over. @param now ms on the clock that the moment refers to. */
export function useCountdown(moment: Date, now: () => number): number {
  const leftMs = moment.getTime() - now();
  useTick(leftMs > 0 ? countdownStepMs(leftMs) : null);
  return leftMs;
}
