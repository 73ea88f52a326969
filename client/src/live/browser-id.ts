/** [WAT1] This browser's name among those who watch. */
import { keep, kept } from '../lib/kept.ts';

const BROWSER_KEY = 'browser';

/**
 * The name under which this browser's tabs count as one watcher: 16 random hexadecimal digits, kept; undefined if the
 * browser keeps nothing, so that each tab counts for itself.
 */
export function browserId(): string | undefined {
  const held = kept(BROWSER_KEY);
  if (held !== null && /^[0-9a-f]{16}$/.test(held)) return held;
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  keep(BROWSER_KEY, id);
  return kept(BROWSER_KEY) === id ? id : undefined;
}
