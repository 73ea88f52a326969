/** Something done again and again in the background, one run after the other, until it is closed. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** Ends when the run under way has ended. */
  close(): Promise<void>;
}

/** @param onError called where a run fails; the next one follows all the same. */
export function every(
  pauseMs: number,
  run: () => Promise<void>,
  onError: (error: unknown) => void,
): Loop {
  const closing = new AbortController();
  const running = (async () => {
    while (!closing.signal.aborted) {
      await run().catch(onError);
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  })();
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}
