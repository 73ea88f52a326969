/** Keeps the player's resources settled, unnoticed; failures are only logged. */
import { useEffect, useEffectEvent } from 'react';
import { useUpdateResources } from '../../wallet/mutations/update-resources.ts';

/** The page counts on by itself in between, so this is seldom. */
const SETTLE_EVERY_MS = 5 * 60 * 1000;

/** Settles once at first and then every few minutes, while the page is looked at. */
export function useSettledResources(): void {
  const { mutate } = useUpdateResources();
  const settle = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') return;
    mutate(undefined, {
      onError: (error) => console.warn('Resources could not be settled:', error),
    });
  });
  useEffect(() => {
    settle();
    const timer = setInterval(() => settle(), SETTLE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
