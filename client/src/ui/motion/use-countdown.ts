/** How long it is until a moment, kept true on the screen. */
import { countdownStepMs } from '../format.ts';
import { useTick } from './use-tick.ts';

/** In ms, 0 or less once it is over. @param now ms by the clock that the moment is told by. */
export function useCountdown(moment: Date, now: () => number): number {
  const leftMs = moment.getTime() - now();
  useTick(leftMs > 0 ? countdownStepMs(leftMs) : null);
  return leftMs;
}
