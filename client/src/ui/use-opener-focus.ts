/** Radix restores the focus only to a dialog's trigger; ours open from anywhere. */
import { useRef } from 'react';

/**
 * Handlers for a dialog's content: on close, they return the focus to the element that had it on open; Escape
 * in the toasts beside it dismisses the toast, not the dialog.
 */
export function useOpenerFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    onEscapeKeyDown: (event: Event) => {
      if (document.activeElement?.closest('[data-toasts]')) event.preventDefault();
    },
  };
}
