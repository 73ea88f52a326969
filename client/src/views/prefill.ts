/** From where a move is proposed to where it is made: what is asked for is filled in, and shown. */
import { useEffect, useEffectEvent } from 'react';

/** What can be filled in, and with what. */
interface Prefills {
  /** An amount as it would be typed. */
  readonly dena: string;
  /** Opens the dialog; with how many copies. */
  readonly national: number;
  readonly cultural: number;
}

type Name = keyof Prefills;

const target = new EventTarget();

/** Whoever stands on the page with a place for it fills it in. */
export function prefill<Which extends Name>(name: Which, value: Prefills[Which]): void {
  target.dispatchEvent(new CustomEvent(name, { detail: value }));
}

export function usePrefill<Which extends Name>(
  name: Which,
  take: (value: Prefills[Which]) => void,
): void {
  const onPrefill = useEffectEvent(take);
  useEffect(() => {
    const listener = (event: Event): void => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `prefill` alone dispatches here
      onPrefill((event as CustomEvent<Prefills[Which]>).detail);
    };
    target.addEventListener(name, listener);
    return () => target.removeEventListener(name, listener);
  }, [name]);
}

/** In the middle of the window, so that no sticky header covers it, and ready to be typed in. */
export function showField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
