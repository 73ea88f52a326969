/** [WAT1] This browser's name among those who watch. */
const BROWSER_KEY = 'browser';

/**
 * The name under which this browser's tabs count as one watcher: 16 random hexadecimal digits,
 * kept; undefined if the browser keeps nothing, so that each tab counts for itself.
 */
export function browserId(): string | undefined {
  try {
    const kept = localStorage.getItem(BROWSER_KEY);
    if (kept !== null && /^[0-9a-f]{16}$/.test(kept)) return kept;
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(BROWSER_KEY, id);
    return id;
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return undefined;
  }
}
