/** Actions that must not run twice at the same time, however fast a button is pressed. */
import { useRef, useState } from 'react';

/**
 * `run` starts the action unless it is already running; `isRunning` says whether it is. The action
 * handles its own failures: a rejection is a bug and stays unhandled.
 */
export function useSingleFlight<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): { readonly run: (...args: Args) => void; readonly isRunning: boolean } {
  // State would be a render too late for the second click of a double click.
  const running = useRef(false);
  const [isRunning, setIsRunning] = useState(false);

  const start = async (args: Args): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setIsRunning(true);
    try {
      await action(...args);
    } finally {
      running.current = false;
      setIsRunning(false);
    }
  };
  return { run: (...args) => void start(args), isRunning };
}
