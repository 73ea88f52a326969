/** How a process learns that it is to end. */
import { monotonicNow, repeatedly } from '../lib/machine.ts';

/**
 * A terminal and npm pass the same Ctrl-C on: what comes sooner after the first is the same
 * request.
 */
const ONE_REQUEST_MS = 1000;

/** Between two looks whether npm's shell is still there. */
const LOOK_FOR_NPM_MS = 500;

interface EndSignals {
  /** Whether an npm script started this process, through a shell. */
  readonly isRunByNpm: boolean;
  readonly onFirst: () => void;
  /** A second request, from an impatient operator. */
  readonly onAgain: () => void;
}

/**
 * By a signal, or by the end of the shell that npm runs it in: some shells end without passing
 * signals on (dash), and the process would live on, with its port and its folder.
 */
export function onEndSignal({ isRunByNpm, onFirst, onAgain }: EndSignals): void {
  let signalledAt: number | null = null;
  const signalled = () => {
    if (signalledAt === null) {
      signalledAt = monotonicNow();
      onFirst();
    } else if (monotonicNow() - signalledAt > ONE_REQUEST_MS) {
      onAgain();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, signalled);

  if (!isRunByNpm) return;
  const shell = process.ppid;
  const looking = repeatedly(LOOK_FOR_NPM_MS, () => {
    if (process.ppid === shell) return;
    looking.stop();
    signalled();
  });
  looking.unref();
}
