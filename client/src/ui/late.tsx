/**
 * A component whose code loads later. Unlike React's `lazy`, it renders at once when its code has loaded
 * before, so that it can take the place of what stands without a fallback in between.
 */
import { lazy, startTransition, useEffect, useState, type ComponentType } from 'react';

export interface Late<Props extends object> {
  /** Suspends while the code loads. */
  readonly Component: ComponentType<Props>;
  readonly load: () => Promise<unknown>;
}

export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const loaded = async () => {
    Loaded ??= await load();
    return Loaded;
  };
  const Waiting = lazy(async () => ({ default: await loaded() }));
  return {
    load: loaded,
    Component: function LateComponent(props: Props) {
      // Never another one later, which would mount it again.
      const [Component] = useState<ComponentType<Props>>(() => Loaded ?? Waiting);
      return <Component {...props} />;
    },
  };
}

/** Loads the code after the first render; true once it is there, or can't be had and will throw. */
export function useIsLoaded(load: () => Promise<unknown>): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    let isMounted = true;
    const settle = () => isMounted && startTransition(() => setIsLoaded(true));
    load().then(settle, settle);
    return () => {
      isMounted = false;
    };
  }, [load]);
  return isLoaded;
}
