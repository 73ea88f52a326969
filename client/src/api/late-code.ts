/** Code that loads once a page has rendered. */

/**
 * Loads on the first call, and returns the same result to every caller. A failure is not kept: the next call
 * loads it again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

const LOAD_AGAIN_MS = 5000;

/** Loads until it can be had, then calls `use`. Ends with the callback. */
export function loadUntilThere<T>(load: () => Promise<T>, use: (loaded: T) => void): () => void {
  let isOver = false;
  const start = (): void => {
    if (isOver) return;
    load().then(
      (loaded) => isOver || use(loaded),
      () => setTimeout(start, LOAD_AGAIN_MS),
    );
  };
  start();
  return () => {
    isOver = true;
  };
}

/** After what is waiting: input, a frame. A timer would be slowed down in a tab in the background. */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
