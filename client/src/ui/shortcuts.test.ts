import { expect, test } from 'vitest';
import { isPress } from './shortcuts.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...held,
});

test('a key matches in either case', () => {
  expect(isPress(press('p'), 'p')).toBe(true);
  expect(isPress(press('P'), 'p')).toBe(true);
  expect(isPress(press('?'), '?')).toBe(true);
  expect(isPress(press('q'), 'p')).toBe(false);
});

test("the browser's own shortcuts are left alone", () => {
  expect(isPress(press('p', { ctrlKey: true }), 'p')).toBe(false);
  expect(isPress(press('p', { metaKey: true }), 'p')).toBe(false);
  expect(isPress(press('p', { altKey: true }), 'p')).toBe(false);
});

test('a key held down acts once', () => {
  expect(isPress({ ...press('p'), repeat: true }, 'p')).toBe(false);
});
