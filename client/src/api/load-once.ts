/** Code that loads once the page stands. */

/**
 * Loads what `load` loads the first time it is asked for, and hands the same to every caller. A failure
 * is not kept: the next call loads it again (`late-code.ts` lets the browser do so).
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
