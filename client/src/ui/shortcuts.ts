/**
 * Keys that act by themselves. They rest while one types, while a dialog stands, and for as long as
 * the player has turned them off (WCAG 2.1.4: speech input would press them by accident).
 */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const STORAGE_KEY = 'shortcuts';

const listeners = new Set<() => void>();
let isOn = stored() !== 'off';

function stored(): string | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage.getItem(STORAGE_KEY);
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return null;
  }
}

export function setShortcutsOn(on: boolean): void {
  isOn = on;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off');
  } catch (error) {
    // Private windows refuse storage: the choice then lasts as long as the page.
    console.warn('The choice of shortcuts could not be kept:', error);
  }
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOn,
  );
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** Whether the press is this key's alone: not held down, and no part of a browser's own shortcut. */
export function isPress(event: Pressed, key: string): boolean {
  return (
    !event.repeat &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    event.key.toLowerCase() === key
  );
}

function isBusy(target: EventTarget | null): boolean {
  const types =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'));
  return types || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** @param key as `KeyboardEvent.key` has it, in lower case. */
export function useShortcut(key: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || !isPress(event, key) || isBusy(event.target)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
