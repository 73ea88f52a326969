import { expect, it } from 'vitest';
import { parseTheme } from './theme.ts';

it('the theme is dark unless light is stored', () => {
  expect(parseTheme('light')).toBe('light');
  for (const stored of ['dark', null, '', 'LIGHT', '"light"']) {
    expect(parseTheme(stored)).toBe('dark');
  }
});
