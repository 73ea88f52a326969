/**
 * State that lives outside React's tree: it is read, replaced, listened to, and read by components.
 */
import { useSyncExternalStore } from 'react';

/** What reads a store. */
export interface Readable<State> {
  readonly get: () => State;
  /** Returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<State> extends Readable<State> {
  /** Tells the listeners, unless it is the same state. */
  readonly set: (next: State) => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const neverChanges = () => () => undefined;

/** @param meanwhile while there is no store yet, and in the server's HTML. */
export function useStore<State>(store: Readable<State> | null, meanwhile: State): State {
  return useSyncExternalStore(
    store ? store.subscribe : neverChanges,
    store ? store.get : () => meanwhile,
    () => meanwhile,
  );
}
