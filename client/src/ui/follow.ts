/**
 * What every page has of following [SCR74]: whom one follows, and a place for the star beside a
 * player. The star's code fills both (Star.tsx); it loads once it is of use.
 */
import { createElement, type ComponentType } from 'react';
import { createStore, useStore } from '../lib/store.ts';

/** Wallets in lower case; the last one followed is the last. */
export type Followed = ReadonlySet<string>;
const NOBODY: Followed = new Set();
export const followed = createStore(NOBODY);
export const useFollowed = () => useStore(followed, NOBODY);

export interface StarProps {
  readonly wallet: string;
  /** As the player is called. */
  readonly called: string;
  /** As the links of its row have it. */
  readonly tabIndex?: number | undefined;
}

export const starPart = createStore<ComponentType<StarProps> | null>(null);

export function Star(props: StarProps) {
  const Part = useStore(starPart, null);
  return Part && createElement(Part, props);
}
