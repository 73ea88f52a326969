/**
 * Light or dark [AIM9]: stored in the browser's local storage under `theme`, applied as a class on
 * the document's root. `client/index.html` restores it before the first paint; from then on this file owns
 * it, for all tabs of the game.
 */
import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';

/** The colour of the browser's own UI: `--surface` of each theme. */
const FRAME: Readonly<Record<Theme, string>> = { dark: '#0b1524', light: '#f4ecdb' };

/** Reads the stored value; anything but 'light' is the default, dark. */
function parseTheme(stored: string | null): Theme {
  return stored === 'light' ? 'light' : 'dark';
}

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return document.documentElement.classList.contains('light') ? 'light' : 'dark';
}

function apply(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.remove('light', 'dark');
  classList.add(theme);
  document
    .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    ?.setAttribute('content', FRAME[theme]);
  for (const listener of listeners) listener();
}

/** Changes the theme here, in other tabs, and for the next visit. */
export function setTheme(theme: Theme): void {
  apply(theme);
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch (error) {
    // Private windows refuse storage: the theme then lasts as long as the page.
    console.warn('The theme could not be kept:', error);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const onStorage = (event: StorageEvent): void => {
    if (event.key === STORAGE_KEY) apply(parseTheme(event.newValue));
  };
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'dark');
}
