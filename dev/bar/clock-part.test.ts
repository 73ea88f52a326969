import { expect, test } from 'vitest';
import { aheadWords } from './clock-part.ts';

const HOUR_MS = 60 * 60 * 1000;

test.each([
  [0, 'The same as this computer’s.'],
  [-40, 'The same as this computer’s.'],
  [5 * 60_000, 'Less than an hour ahead of this computer’s.'],
  // A day was skipped, and the answer took 30 ms.
  [24 * HOUR_MS - 30, '1 day ahead of this computer’s.'],
  [8 * 24 * HOUR_MS + 20, '8 days ahead of this computer’s.'],
  [51 * HOUR_MS, '2 days 3 h ahead of this computer’s.'],
  [3 * HOUR_MS, '3 h ahead of this computer’s.'],
])('%d ms: %s', (ms, words) => {
  expect(aheadWords(ms)).toBe(words);
});
