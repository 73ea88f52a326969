/** Actions that must not run twice at once, however fast a button is pressed. */
import { useRef, useState } from 'react';

/**
 * `run` starts the action unless it is still running, `isRunning` says that it is. The action has its
 * own words for what goes wrong: a rejection of it is a bug and goes where unhandled ones go.
 */
export function useSingleFlight<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): { readonly run: (...args: Args) => void; readonly isRunning: boolean } {
  // State alone would be a render late for the second click of a double click.
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
