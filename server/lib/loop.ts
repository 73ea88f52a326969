/** Repeats a task in the background, one run after the other, until it is closed. */
import { sleep } from './machine.ts';

export interface Loop {
  /** Starts the next run immediately, or when the current one has ended. */
  soon(): void;
  /** Resolves when the current run has ended. */
  close(): Promise<void>;
}

/** @param onError called if a run fails; the next one follows anyway. */
export function every(
  pauseMs: number,
  run: () => Promise<void>,
  onError: (error: unknown) => void,
): Loop {
  const closing = new AbortController();
  let pause = new AbortController();
  const running = (async () => {
    while (!closing.signal.aborted) {
      await run().catch(onError);
      await sleep(pauseMs, pause.signal).catch(() => undefined);
      pause = new AbortController();
    }
  })();
  return {
    soon: () => pause.abort(),
    async close() {
      closing.abort();
      pause.abort();
      await running;
    },
  };
}
