/**
 * Light or dark [AIM9]: stored in the browser's local storage under `theme`, applied as a class on
 * the document's root. `client/index.html` restores it before the first paint; from then on this
 * file owns it, for all tabs of the game.
 */
import { save } from '../../lib/saved.ts';
import { createStore, useStore } from '../../lib/store.ts';

type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';

/** The colour of the browser's own UI: `--surface` of each theme. */
const FRAME: Readonly<Record<Theme, string>> = { dark: '#0b1524', light: '#f4ecdb' };

/** Reads the stored value; anything but 'light' is the default, dark. */
function parseTheme(stored: string | null): Theme {
  return stored === 'light' ? 'light' : 'dark';
}

const isInBrowser = typeof document !== 'undefined';
const theme = createStore<Theme>(
  isInBrowser && document.documentElement.classList.contains('light') ? 'light' : 'dark',
);

// Another tab's choice.
if (isInBrowser) {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY) apply(parseTheme(newValue));
  });
}

function apply(next: Theme): void {
  const { classList } = document.documentElement;
  classList.remove('light', 'dark');
  classList.add(next);
  document
    .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    ?.setAttribute('content', FRAME[next]);
  theme.set(next);
}

/** Changes the theme here, in other tabs, and for the next visit. */
export function setTheme(next: Theme): void {
  apply(next);
  save(STORAGE_KEY, next);
}

export function useTheme(): Theme {
  return useStore(theme, 'dark');
}
