/**
 * Like `useInBrowser`, but for a page that is also reached by navigation: there it is true immediately, so
 * that cached data renders in the first frame.
 */
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False during prerendering and during hydration. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
