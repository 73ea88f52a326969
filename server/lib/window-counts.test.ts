import { expect, test } from 'vitest';
import { MOST_KEYS } from './recent-map.ts';
import { WindowCounts } from './window-counts.ts';

test('a key is counted within a window that its first count begins', () => {
  const counts = new WindowCounts(1000, 0);
  expect(counts.add('a', 2, 0)).toEqual({ points: 2, leftMs: 1000 });
  expect(counts.add('a', 3, 400)).toEqual({ points: 5, leftMs: 600 });
  expect(counts.add('b', 1, 400)).toEqual({ points: 1, leftMs: 1000 });
  expect(counts.add('a', 1, 1000)).toEqual({ points: 1, leftMs: 1000 });
  expect(counts.add('b', 1, 1399)).toEqual({ points: 2, leftMs: 1 });
  expect(counts.add('a', 1, 1999)).toEqual({ points: 2, leftMs: 1 });
});

test('points taken back no longer count, unless their window is over', () => {
  const counts = new WindowCounts(1000, 0);
  counts.add('a', 5, 0);
  counts.takeBack('a', 2, 0);
  expect(counts.add('a', 1, 10).points).toBe(4);
  counts.add('a', 1, 2000);
  counts.takeBack('a', 1, 10);
  expect(counts.add('a', 1, 2000).points).toBe(2);
});

test('unlimited keys do not fill the memory', () => {
  const counts = new WindowCounts(1000, 0);
  for (let n = 0; n < 2 * MOST_KEYS; n += 1) counts.add(`2001:db8:0:${n.toString(16)}::/64`, 1, 0);
  expect(counts.size).toBeLessThanOrEqual(MOST_KEYS);
});
