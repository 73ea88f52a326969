/** Settles the player's resources in the background; failures are only logged. */
import { useEffect, useEffectEvent } from 'react';
import { useUpdateResources } from '../../wallet/mutations/update-resources.ts';

/** Rarely enough: the page extrapolates in between. */
const SETTLE_EVERY_MS = 5 * 60 * 1000;

/** Settles on mount and then every few minutes, while the page is visible. */
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
