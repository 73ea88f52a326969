/** How a form takes what a proposed move fills in. */
import { useEffect, useEffectEvent } from 'react';
import { takePrefills, type PrefillName, type Prefills } from './prefill.ts';

export function usePrefill<Which extends PrefillName>(
  name: Which,
  take: (value: Prefills[Which]) => void,
): void {
  const onPrefill = useEffectEvent(take);
  useEffect(() => takePrefills(name, (value) => onPrefill(value)), [name]);
}

/** Scrolls the field to the middle of the window, so that no sticky header covers it, and focuses it. */
export function showField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
