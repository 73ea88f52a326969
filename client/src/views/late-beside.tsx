import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadUntilThere } from '../api/late-code.ts';

/**
 * What stands beside a page that works without it, such as the header's wallet: loaded by itself,
 * and again until it can be had, with `fallback` in its place.
 */
export function lateBeside<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function LateBeside(props) {
    const [Component, setComponent] = useState<ComponentType<Props> | null>(() => Loaded);
    useEffect(
      () =>
        loadUntilThere(load, (Late) => {
          Loaded = Late;
          setComponent(() => Late);
        }),
      [],
    );
    return Component ? <Component {...props} /> : fallback;
  };
}
