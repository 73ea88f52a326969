/**
 * Whether the browser says that the device has no network. A game on the loopback plays without one: ask only where
 * something has failed.
 */
import { useSyncExternalStore } from 'react';

export const OFFLINE = 'Your device is offline.';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );
}
