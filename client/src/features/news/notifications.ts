/** Browser notifications: whether the player wants them (kept in this browser) and the browser shows them. */
import { useSyncExternalStore } from 'react';
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { keep, kept } from '../../lib/kept.ts';
import { createStore } from '../../lib/store.ts';

const STORAGE_KEY = 'notify';

/** A new object with each change that the page makes; the browser has its own say. */
const changes = createStore({});

/** Null until tried. */
let isShowable: boolean | null = null;

/** Android browsers define `Notification` but throw when a page constructs one. */
function canShow(): boolean {
  // Without permission it does not appear.
  if (isShowable === null && Notification.permission !== 'granted') make('');
  return isShowable ?? true;
}

function make(text: string): Notification | null {
  try {
    const made = new Notification(PRODUCT_NAME, { body: text, tag: 'news', icon: '/icon.svg' });
    isShowable = true;
    return made;
  } catch (error) {
    console.warn('This browser cannot show notifications:', error);
    isShowable = false;
    return null;
  }
}

type Notifying = 'on' | 'off' | 'blocked' | 'unknown-here';

function state(): Notifying {
  if (typeof Notification === 'undefined' || !canShow()) return 'unknown-here';
  if (Notification.permission === 'denied') return 'blocked';
  return kept(STORAGE_KEY) === 'on' && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks the browser for permission first, if it hasn't been asked yet. */
export async function setNotifying(on: boolean): Promise<void> {
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  keep(STORAGE_KEY, on ? 'on' : 'off');
  changes.set({});
}

export function useNotifying(): Notifying {
  return useSyncExternalStore(changes.subscribe, state, () => 'unknown-here');
}

const EVERY_MS = 60_000;
let nextMs = 0;

/** Shows a text if the page is hidden then: at once, or a minute after the last. Returns what withdraws it. */
export function notify(text: string): () => void {
  const timer = setTimeout(
    () => {
      // A player who looks at the page sees the news there.
      if (state() !== 'on' || document.visibilityState !== 'hidden') return;
      nextMs = Date.now() + EVERY_MS;
      make(text)?.addEventListener('click', () => window.focus());
      changes.set({});
    },
    Math.max(0, nextMs - Date.now()),
  );
  return () => clearTimeout(timer);
}
