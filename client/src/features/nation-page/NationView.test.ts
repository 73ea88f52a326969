import { expect, test } from 'vitest';
import { gapOf } from './NationView.tsx';

test('a nation is behind the one above it, or tied with it; the first is ahead of the second', () => {
  const standings = [
    { nationId: 'italy', gdp: 1500 },
    { nationId: 'usa', gdp: 1000 },
    { nationId: 'china', gdp: 1000 },
  ] as const;
  expect(standings.map((_, i) => gapOf(standings, i))).toEqual([
    { text: '$500 ahead of', to: 'usa' },
    { text: '$500 behind', to: 'italy' },
    { text: 'tied with', to: 'usa' },
  ]);
  expect(gapOf(standings.slice(1), 0)).toEqual({ text: 'tied with', to: 'china' });
  expect(gapOf(standings.slice(0, 1), 0)).toBeNull();
});
