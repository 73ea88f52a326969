/**
 * Single-key shortcuts. They are inactive while the player types, while a dialog is open, and if
 * the player turned them off (WCAG 2.1.4: speech input would trigger them by accident).
 */
import { useEffectEvent, useLayoutEffect } from 'react';
import { load, save } from '../lib/saved.ts';
import { createStore, useStore } from '../lib/store.ts';

const STORAGE_KEY = 'shortcuts';

const isOn = createStore(load(STORAGE_KEY) !== 'off');

export function setShortcutsOn(on: boolean): void {
  isOn.set(on);
  save(STORAGE_KEY, on ? 'on' : 'off');
}

export function useShortcutsOn(): boolean {
  return useStore(isOn, isOn.get());
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** Whether only this key is pressed: not held down, and not part of a browser shortcut. */
function isPress(event: Pressed, key: string): boolean {
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

/** @param key as in `KeyboardEvent.key`, in lower case. */
export function useShortcut(key: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn.get() || event.defaultPrevented || !isPress(event, key) || isBusy(event.target))
      return;
    event.preventDefault();
    act();
  });
  // Before the first paint: a key acts as soon as what it stands for is seen.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
