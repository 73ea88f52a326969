import type { KeyboardEvent } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useRovingRows } from './use-roving-rows.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * The row that a key leads to from another one of a hundred; null: the key is left to the browser.
 */
function from(key: string, index: number): number | null {
  class Row {
    readonly dataset = { index: String(index) };
    closest() {
      return this;
    }
  }
  vi.stubGlobal('Element', Row);
  let revealed: number | null = null;
  const preventDefault = vi.fn();
  function Reader() {
    const { onKeyDown } = useRovingRows({
      list: { current: null },
      count: 100,
      pageRows: () => 11,
      reveal: (row) => (revealed = row),
      open: () => undefined,
    });
    const event: Partial<KeyboardEvent> = { key, preventDefault };
    // eslint-disable-next-line typescript/no-unsafe-type-assertion -- there is no DOM here
    onKeyDown({ ...event, target: new Row() } as unknown as KeyboardEvent);
    return null;
  }
  renderToString(<Reader />);
  expect(preventDefault).toHaveBeenCalledTimes(revealed === null ? 0 : 1);
  return revealed;
}

it('arrows move by one row, Page keys by one page, Home and End to the ends, and none moves past them', () => {
  expect(from('ArrowDown', 3)).toBe(4);
  expect(from('ArrowDown', 99)).toBe(99);
  expect(from('ArrowUp', 0)).toBe(0);
  expect(from('PageDown', 3)).toBe(14);
  expect(from('PageUp', 14)).toBe(3);
  expect(from('Home', 50)).toBe(0);
  expect(from('End', 50)).toBe(99);
  expect(from('a', 50)).toBeNull();
  expect(from('toString', 50)).toBeNull();
});
