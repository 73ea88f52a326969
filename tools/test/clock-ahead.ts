import { onTestFinished } from 'vitest';
import { REAL_MACHINE, useMachine } from '../../server/lib/machine.ts';

/**
 * Lets time pass on the server's monotonic clock, until the test ends: timers stay as they
 * are.
 */
export function clockAhead(): (ms: number) => void {
  let aheadMs = 0;
  useMachine({ ...REAL_MACHINE, monotonic: () => REAL_MACHINE.monotonic() + aheadMs });
  onTestFinished(() => useMachine(null));
  return (ms) => {
    aheadMs += ms;
  };
}
