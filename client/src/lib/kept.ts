/**
 * What this browser keeps between visits. Private windows refuse it: then it lasts as long as the
 * page.
 */

/** Null if nothing is kept under that key, on the server, and where the browser refuses. */
export function kept(key: string): string | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage.getItem(key);
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return null;
  }
}

/** Other tabs hear of it by a `storage` event. */
export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
  }
}
