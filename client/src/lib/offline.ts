/**
 * Whether the device has no network: the browser says so, and the game doesn't answer either, as
 * one on the loopback does.
 */
import { createStore, useStore } from './store.ts';

export const OFFLINE = 'Your device is offline.';

const isOffline = createStore(false);
let isFollowed = false;

async function look(): Promise<void> {
  const isAnswered = navigator.onLine || (await fetch('/api/status').then(Boolean, () => false));
  // It may be back by now.
  isOffline.set(!isAnswered && !navigator.onLine);
}

/** From the first listener on. */
function follow(): void {
  if (isFollowed) return;
  isFollowed = true;
  for (const change of ['online', 'offline']) addEventListener(change, () => void look());
  void look();
}

const followed = {
  get: isOffline.get,
  subscribe(listener: () => void) {
    follow();
    return isOffline.subscribe(listener);
  },
};

export function useIsOffline(): boolean {
  return useStore(followed, false);
}
