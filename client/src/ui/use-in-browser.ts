/**
 * Whether the page is alive: false while it is built, and while the browser takes over what was built;
 * true ever after. For what cannot be in the built page: it differs from visit to visit, or lives in a
 * portal.
 */
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

export function useInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
