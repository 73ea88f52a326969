/** A proposed move fills in its form, or opens its dialog; `use-prefill.ts` has the form's side. */
import type { StakeKind } from './staked.ts';

/** The prefillable fields with their values; the elements to show, by id. */
export type Prefills = {
  /** An amount as typed. */
  readonly dena: string;
  /** The number of copies; opens the dialog. */
  readonly national: number;
  readonly cultural: number;
} & { readonly [Kind in StakeKind as `${Kind}Stake`]: string };

export type PrefillName = keyof Prefills;
type Takers = { readonly [Which in PrefillName]: Set<(value: Prefills[Which]) => void> };

const takers: Takers = {
  dena: new Set(),
  national: new Set(),
  cultural: new Set(),
  denaStake: new Set(),
  nationalStake: new Set(),
  culturalStake: new Set(),
};
/** Values without a listener yet, because the page may still be loading; kept for this long. */
const waiting: { [Which in PrefillName]?: Prefills[Which] | undefined } = {};
const WAIT_MS = 5000;

/** Fills in the field of this name, immediately or when it mounts. */
export function prefill<Which extends PrefillName>(name: Which, value: Prefills[Which]): void {
  if (takers[name].size === 0) {
    waiting[name] = value;
    setTimeout(() => (waiting[name] = undefined), WAIT_MS);
  }
  for (const take of takers[name]) take(value);
}

/** Receives the values for that name until the returned function is called. */
export function takePrefills<Which extends PrefillName>(
  name: Which,
  take: (value: Prefills[Which]) => void,
): () => void {
  takers[name].add(take);
  const asked = waiting[name];
  waiting[name] = undefined;
  if (asked !== undefined) take(asked);
  return () => takers[name].delete(take);
}
