/**
 * Code that a page loads once it stands: every `import()` of the built pages goes through here
 * (client/late-code-plugin.ts).
 *
 * A browser remembers a module that it could not fetch, and what that module imports, for as long as the
 * page lives: a second `import()` of it fails without asking. So the files are fetched first, in the
 * ordinary way, which can be tried again, and so are those that a page names for an early start
 * (tools/production/prerender.ts). They are immutable, so the import then finds them in the browser's cache.
 */

/** Before each further try, in ms. */
const PAUSES_MS = [250, 750, 2250];

/** What has been fetched or is being fetched, by file. */
const fetched = new Map<string, Promise<unknown>>();

/**
 * @param load the import itself.
 * @param files all that it needs, its own file included, relative to the site's root.
 * @throws what the last try threw.
 */
export async function loadLate<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
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
      // Asked for again below; the last try's failure is the caller's to hear of.
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
      });
    }
  }
  await fetchWhole(path);
}

/** To its last byte: only then is it in the cache. */
async function fetchWhole(path: string): Promise<void> {
  const response = await fetch(new URL(path, location.origin));
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}
