import { expect, test } from 'vitest';
import { SEED } from '../../tools/test/seed.ts';
import { createRandom } from './random.ts';
import { Pacing } from './pace.ts';

test.each([
  ['gentle', 60_000],
  ['lively', 5000],
] as const)('%s: in bursts, never long without an action', (pace, longestMs) => {
  const pacing = new Pacing(createRandom(SEED));
  const pauses = Array.from({ length: 10_000 }, () => pacing.next(pace, false) ?? Infinity);
  expect(Math.max(...pauses)).toBeLessThan(longestMs);
  expect(Math.min(...pauses) * 10).toBeLessThan(Math.max(...pauses));
});
