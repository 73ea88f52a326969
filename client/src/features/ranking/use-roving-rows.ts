/**
 * Keyboard navigation of the list (roving tabindex): one row is in the tab order, the arrow keys
 * move from there, Enter opens the player. A row that is not drawn yet is scrolled to and focused
 * once it is.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

interface RovingRows {
  /** The wallet of the row that was last focused. */
  readonly active: string | null;
  /** Its index, while it is drawn. */
  readonly activeIndex: number | null;
  readonly onFocus: (event: { readonly target: EventTarget }) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** @param reveal scrolls to a row, so that it is drawn. */
export function useRovingRows({
  list,
  count,
  pageRows,
  reveal,
  open,
}: {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  /** How many rows PageUp and PageDown move. */
  readonly pageRows: () => number;
  readonly reveal: (index: number) => void;
  readonly open: (wallet: string) => void;
}): RovingRows {
  const [at, setAt] = useState<{ wallet: string; index: number } | null>(null);
  const wanted = useRef<number | null>(null);

  const focusDrawn = (): void => {
    if (wanted.current === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  };
  // After every render, since a render may draw the row.
  useEffect(focusDrawn);

  const focusRow = (index: number): void => {
    wanted.current = index;
    reveal(index);
    focusDrawn();
  };

  return {
    active: at?.wallet ?? null,
    activeIndex: at && at.index < count ? at.index : null,
    onFocus: ({ target }) => {
      const row = rowOf(target);
      const wallet = row?.dataset['glide'];
      const index = Number(row?.dataset['index']);
      if (wallet && (at?.wallet !== wallet || at.index !== index)) setAt({ wallet, index });
    },
    onKeyDown: (event) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      const row = rowOf(target);
      if (!row || event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
      if (key === 'Enter') {
        // A link inside the row handles its own Enter.
        if (row !== target) return;
        event.preventDefault();
        open(row.dataset['glide'] ?? '');
        return;
      }
      const next = nextIndex(key, Number(row.dataset['index']), count, pageRows());
      if (next === null) return;
      event.preventDefault();
      focusRow(next);
    },
  };
}

/** The index a key leads to from a row; null: not a navigation key. */
function nextIndex(key: string, index: number, count: number, pageRows: number): number | null {
  const step = new Map([
    ['ArrowDown', 1],
    ['ArrowUp', -1],
    ['PageDown', pageRows],
    ['PageUp', -pageRows],
    ['Home', -count],
    ['End', count],
  ]).get(key);
  return step === undefined ? null : Math.max(0, Math.min(count - 1, index + step));
}

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
}
