/**
 * Like `useInBrowser`, for a page that one also comes to from another page: there it is true at once, so that
 * what is known already stands from the first frame.
 */
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False while the page is built, and while the browser takes over what was built. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
