/** A proposed move fills in the form, or opens the dialog, in which it is made. */
import { useEffect, useEffectEvent } from 'react';
import type { StakeKind } from './staked.ts';

/** What can be filled in, and with what; what can be shown, by its id. */
type Prefills = {
  /** An amount as it would be typed. */
  readonly dena: string;
  /** Opens the dialog; with how many copies. */
  readonly national: number;
  readonly cultural: number;
} & { readonly [Kind in StakeKind as `${Kind}Stake`]: string };

type Name = keyof Prefills;
type Takers = { readonly [Which in Name]: Set<(value: Prefills[Which]) => void> };

const takers: Takers = {
  dena: new Set(),
  national: new Set(),
  cultural: new Set(),
  denaStake: new Set(),
  nationalStake: new Set(),
  culturalStake: new Set(),
};
/** What was asked for where nobody was there to take it: the page may still be loading, for so long. */
const waiting: { [Which in Name]?: Prefills[Which] | undefined } = {};
const WAIT_MS = 5000;

/** Whoever has a place for it fills it in, at once or when it comes onto the page. */
export function prefill<Which extends Name>(name: Which, value: Prefills[Which]): void {
  if (takers[name].size === 0) {
    waiting[name] = value;
    setTimeout(() => (waiting[name] = undefined), WAIT_MS);
  }
  for (const take of takers[name]) take(value);
}

/** Takes what is filled in under that name until the returned function is called. */
export function takePrefills<Which extends Name>(
  name: Which,
  take: (value: Prefills[Which]) => void,
): () => void {
  takers[name].add(take);
  const asked = waiting[name];
  waiting[name] = undefined;
  if (asked !== undefined) take(asked);
  return () => takers[name].delete(take);
}

export function usePrefill<Which extends Name>(
  name: Which,
  take: (value: Prefills[Which]) => void,
): void {
  const onPrefill = useEffectEvent(take);
  useEffect(() => takePrefills(name, (value) => onPrefill(value)), [name]);
}

/** In the middle of the window, so that no sticky header covers it, and ready to be typed in. */
export function showField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
