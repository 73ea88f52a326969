/** [WAT1] This browser's name among those who watch. */
const BROWSER_KEY = 'browser';

/**
 * The name under which this browser's tabs count as one watcher: 16 random hexadecimal digits,
 * saved; undefined if the browser saves nothing, so that each tab counts for itself.
 */
export function browserId(): string | undefined {
  try {
    const saved = localStorage.getItem(BROWSER_KEY);
    if (saved !== null && /^[0-9a-f]{16}$/.test(saved)) return saved;
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(BROWSER_KEY, id);
    return id;
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return undefined;
  }
}
