/** A screen that nobody touches loads a new version by itself. */
import { useEffect } from 'react';
import { pageAge } from '../../api/page-age.ts';

/** While a new version is rolled out, a reload may bring the old page once more: not every second. */
const SOONEST_MS = 60_000;

export function useOwnReload(reload: () => void = () => location.reload()): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = (): void => {
      if (pageAge.read() === 'current') return;
      timer ??= setTimeout(reload, SOONEST_MS);
    };
    const unsubscribe = pageAge.subscribe(look);
    look();
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, [reload]);
}
