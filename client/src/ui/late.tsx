/**
 * Components whose code loads later. Unlike React's `lazy`, they render at once when their code has loaded
 * before, so that they can take the place of what stands without a fallback in between.
 */
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { showFailure } from './toasts/toast.ts';

export interface Late<Props extends object> {
  /** Suspends while the code loads. */
  readonly Component: ComponentType<Props>;
  readonly load: () => Promise<unknown>;
}

/**
 * What a press opens. If its code can't be had, a toast says so and `onMissing` takes the press back, so that the
 * next one tries again: React's `lazy` would fail for good, and take the page with it. `load` only loads ahead: a
 * failure is left to the press.
 */
export function lateOnPress<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Late<Props & { readonly onMissing?: () => void }> {
  let Loaded: ComponentType<Props> | null = null;
  const loaded = async () => {
    Loaded ??= await load();
    return Loaded;
  };
  return {
    load: () => loaded().catch(() => null),
    Component: function LateOnPress(props) {
      const [Component, setComponent] = useState<ComponentType<Props> | null>(() => Loaded);
      const giveUp = useEffectEvent((error: unknown) => {
        console.error('Code could not be loaded:', error);
        showFailure(
          'This could not be opened',
          'Check your connection, then try again, or reload the page.',
        );
        props.onMissing?.();
      });
      useEffect(() => {
        let isMounted = true;
        loaded().then(
          (Late) => isMounted && setComponent(() => Late),
          (error: unknown) => isMounted && giveUp(error),
        );
        return () => {
          isMounted = false;
        };
      }, []);
      return Component && <Component {...props} />;
    },
  };
}
