/**
 * What this browser saves between visits. Private windows refuse it: then it lasts as long as the
 * page.
 */

/** Null if nothing is saved under that key, on the server, and where the browser refuses. */
export function load(key: string): string | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage.getItem(key);
  } catch (error) {
    console.warn('This browser saves nothing between visits:', error);
    return null;
  }
}

/** Other tabs are notified by a `storage` event. */
export function save(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    console.warn('This browser saves nothing between visits:', error);
  }
}
