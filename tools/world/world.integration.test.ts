/** The simulated game repeats to the bit, and finds nothing. */
import { expect, test } from 'vitest';
import { runWorld } from './run.ts';

test('a game gives the same trace twice, and finds nothing', async () => {
  const play = () => runWorld({ seed: 1, days: 16, only: null });
  const first = await play();
  expect(first.findings).toEqual([]);
  expect(first.counts['acknowledged']).toBeGreaterThan(50);
  expect((await play()).hash).toBe(first.hash);
});
