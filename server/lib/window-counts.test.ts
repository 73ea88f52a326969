import { expect, test } from 'vitest';
import { MOST_KEYS } from './recent-map.ts';
import { WindowCounts } from './window-counts.ts';

test('unlimited keys do not fill the memory', () => {
  const counts = new WindowCounts(1000, 0);
  for (let n = 0; n < 2 * MOST_KEYS; n += 1) counts.add(`2001:db8:0:${n.toString(16)}::/64`, 1, 0);
  expect(counts.size).toBeLessThanOrEqual(MOST_KEYS);
});
