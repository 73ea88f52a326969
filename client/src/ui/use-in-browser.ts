/**
 * Whether the page is interactive: false during prerendering and hydration, true soon after. For
 * content that cannot be in the built page, because it differs from visit to visit, or is in a
 * portal.
 */
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

export function useInBrowser(): boolean {
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => startTransition(() => setIsInBrowser(true)), []);
  return isInBrowser;
}

const neverChanges = () => () => undefined;

/**
 * The same for a page that is also reached by navigation, where it is true immediately, so that
 * cached data renders in the first frame.
 */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
