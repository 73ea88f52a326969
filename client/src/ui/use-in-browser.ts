/**
 * Whether the page is alive: false while it is built, and while the browser takes over what was built;
 * true soon after. For what cannot be in the built page: it differs from visit to visit, or lives in a
 * portal.
 */
import { startTransition, useEffect, useState } from 'react';

export function useInBrowser(): boolean {
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => startTransition(() => setIsInBrowser(true)), []);
  return isInBrowser;
}
