/** [WAT1] The name under which this browser's tabs count as one watcher: random, and kept. */

const STORAGE_KEY = 'browser';

/** 16 hexadecimal digits; undefined if the browser keeps nothing, so that each tab counts for itself. */
export function browserId(): string | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    if (kept !== null && /^[0-9a-f]{16}$/.test(kept)) return kept;
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(STORAGE_KEY, id);
    return id;
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return undefined;
  }
}
