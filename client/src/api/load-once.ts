/** Code that loads after the page has rendered. */

/**
 * Loads on the first call, and returns the same result to every caller. A failure is not kept: the next call
 * loads it again (`late-code.ts` makes the browser retry).
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
