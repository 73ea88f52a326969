/** Reloads the page when there is a new version: nobody is at a wall screen to do it. */
import { useEffect } from 'react';
import { pageAge } from '../../api/page-age.ts';

/** During a rollout a reload may return the old page again, so don't reload every second. */
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
