/** The rounds of this process's stores come when a test begins them; all other timers are real. */
import { onTestFinished } from 'vitest';
import { REAL_MACHINE, useMachine, type Timer } from '../../../lib/machine.ts';

/** How often a store looks for what no stream reports. */
const ROUND_MS = 3000;

/** Until the test is over. Returns what begins a round of each open store. */
export function holdRounds(): () => void {
  const waiting = new Set<() => void>();
  useMachine({
    ...REAL_MACHINE,
    after(ms, run) {
      if (ms !== ROUND_MS) return REAL_MACHINE.after(ms, run);
      waiting.add(run);
      const timer: Timer = { stop: () => void waiting.delete(run), unref: () => timer };
      return timer;
    },
  });
  onTestFinished(() => useMachine(null));
  return () => {
    const due = [...waiting];
    waiting.clear();
    for (const begin of due) begin();
  };
}
