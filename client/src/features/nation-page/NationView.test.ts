import { expect, test } from 'vitest';
import { gapText } from './NationView.tsx';

test('a nation is behind the one above it, or level with it; the first is ahead of the second', () => {
  const standings = [
    { nationId: 'italy', gdp: 1500 },
    { nationId: 'usa', gdp: 1000 },
    { nationId: 'china', gdp: 1000 },
  ] as const;
  expect(standings.map((_, i) => gapText(standings, i))).toEqual([
    '$500 ahead of the United States',
    '$500 behind Italy',
    'level with the United States',
  ]);
  expect(gapText(standings.slice(1), 0)).toBe('level with China');
  expect(gapText(standings.slice(0, 1), 0)).toBeNull();
});
