/**
 * Lazy code, loaded after a page has rendered: every `import()` of the built pages goes through
 * here (client/late-code-plugin.ts).
 *
 * A browser remembers a module that it could not fetch, and what that module imports, for the
 * lifetime of the page: a second `import()` of it fails without a request. So the files are fetched
 * first, with `fetch`, which can be retried, and so are those that a page preloads
 * (tools/production/prerender.ts). They are immutable, so the import then finds them in the
 * browser's cache.
 */
import { nextTask } from '../../../client-kit/api/next-task.ts';

/** The delay before each retry, in ms. */
const PAUSES_MS = [250, 750, 2250];
/** What takes longer hangs, in ms. */
const TIMEOUT_MS = 60_000;

/** Files that have been fetched or are being fetched, by path. */
const fetched = new Map<string, Promise<unknown>>();

/**
 * @param load the import itself.
 * @param files all that it needs, its own file first, relative to the site's root.
 * @throws the last try's error.
 */
export async function loadLate<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  if (files.length > 0) await nextTask();
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<unknown> {
  let fetching = fetched.get(file);
  if (!fetching) {
    fetching = fetchFile(`/${file}`);
    fetched.set(file, fetching);
    fetching.catch(() => fetched.delete(file));
  }
  return fetching;
}

async function fetchFile(path: string): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await fetchWhole(path);
    } catch {
      // Retried below; the caller receives the last try's failure.
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
      });
    }
  }
  await fetchWhole(path);
}

/** To the last byte: only then is it in the cache. */
async function fetchWhole(path: string): Promise<void> {
  const response = await fetch(new URL(path, location.origin), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}

/**
 * Loads on the first call, and returns the same result to every caller. A failure is not cached:
 * the next call loads it again.
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
