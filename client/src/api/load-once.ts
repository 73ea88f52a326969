/** Code that loads once the page stands. */

/**
 * Loads what `load` loads the first time it is asked for, and hands the same to everyone. So it is
 * with a failure: browsers remember a module that could not be fetched, and only a reload tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load();
    return loading;
  };
}
