/**
 * Leads to one of the player's stakes: its card unfolds, and its unstake button is scrolled into view and
 * focused.
 */
import { useContext, useEffect, useRef, useState, type RefObject } from 'react';
import { Unfold } from '../ui/Panel.tsx';
import { prefill } from './prefill.ts';
import { showField, usePrefill } from './use-prefill.ts';
import type { StakeKind } from './staked.ts';

export interface StakeRef {
  readonly kind: StakeKind;
  readonly id: string;
}

/** If the list has not mounted yet, it shows the stake when it does. */
export function showStake({ kind, id }: StakeRef): void {
  prefill(`${kind}Stake`, id);
}

/** For a list of stakes: the last one it was asked to show; a new object each time. */
export function useAskedStake(kind: StakeKind): StakeRef | null {
  const unfold = useContext(Unfold);
  const [asked, setAsked] = useState<StakeRef | null>(null);
  usePrefill(`${kind}Stake`, (id) => {
    unfold();
    setAsked({ kind, id });
  });
  return asked;
}

/** For a row of that list: the ref of its button. */
export function useShownStake(
  asked: StakeRef | null,
  id: string,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asked?.id === id) showField(button.current);
  }, [asked, id]);
  return button;
}
