import { expect, it } from 'vitest';
import { nextIndex } from './use-roving-rows.ts';

it('arrows move by one row, Page keys by one page, Home and End to the ends, and none moves past them', () => {
  const from = (key: string, index: number) => nextIndex(key, index, 100, 11);
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
