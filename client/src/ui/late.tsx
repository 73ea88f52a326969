/**
 * Components whose code loads later. Unlike React's `lazy`, they render at once when their code has
 * loaded before, so that they can take the place of what stands without a fallback in between.
 */
import {
  lazy,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
} from 'react';
import { showFailure } from './toasts/toast.ts';

export interface Late<Props extends object> {
  /** Suspends while the code loads. */
  readonly Component: ComponentType<Props>;
  readonly load: () => Promise<unknown>;
}

const failures = new Set<() => void>();

/**
 * What could not be loaded is loaded again when it is next mounted: by itself, React's `lazy` keeps
 * a failure for good.
 */
export function forgetFailures(): void {
  for (const forget of failures) forget();
  failures.clear();
}

export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const loaded = async () => {
    Loaded ??= await load();
    return Loaded;
  };
  const waiting = () =>
    lazy(async () => {
      try {
        return { default: await loaded() };
      } catch (error) {
        failures.add(() => (Waiting = waiting()));
        throw error;
      }
    });
  let Waiting = waiting();
  return {
    load: loaded,
    Component: function LateComponent(props: Props) {
      // Never another one later, which would mount it again.
      const [Component] = useState<ComponentType<Props>>(() => Loaded ?? Waiting);
      return <Component {...props} />;
    },
  };
}

/** For how long a press waits for its code, in ms: a network may swallow what is sent. */
const PATIENCE_MS = 10_000;

/**
 * What a press opens. If its code can't be had in time, a toast says so and `onMissing` takes the
 * press back, so that the next one tries again: React's `lazy` would fail for good, and take the
 * page with it. `load` only loads ahead: a failure is left to the press.
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
        showFailure('This could not be opened', 'Check your connection, then try again.');
        props.onMissing?.();
      });
      useEffect(() => {
        let isMounted = true;
        const timer = setTimeout(() => giveUp(new Error('it takes too long')), PATIENCE_MS);
        loaded()
          .then(
            (Late) => isMounted && setComponent(() => Late),
            (error: unknown) => isMounted && giveUp(error),
          )
          .finally(() => clearTimeout(timer));
        return () => {
          isMounted = false;
          clearTimeout(timer);
        };
      }, []);
      return Component && <Component {...props} />;
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
