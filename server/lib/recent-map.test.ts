import { expect, test } from 'vitest';
import { MOST_KEYS, RecentMap } from './recent-map.ts';

test('an entry used within a term is kept, the rest is forgotten within two', () => {
  const map = new RecentMap<number>(1000, 0);
  map.set('in use', 1, 0);
  map.set('left', 2, 0);
  for (let at = 900; at <= 9000; at += 900) expect(map.get('in use', at)).toBe(1);
  expect(map.get('left', 9000)).toBeUndefined();
  expect(map.size).toBe(1);
});

test('unlimited keys do not fill the memory: the least recently used are forgotten', () => {
  const map = new RecentMap<number>(1000, 0);
  map.set('in use', 1, 0);
  for (let n = 0; n < 3 * MOST_KEYS; n += 1) {
    map.set(`2001:db8:0:${n.toString(16)}::/64`, n, 0);
    if (n % 1000 === 0) expect(map.get('in use', 0)).toBe(1);
    if (map.size > MOST_KEYS) throw new Error(`${map.size} keys are remembered`);
  }
  expect(map.get('2001:db8:0:0::/64', 0)).toBeUndefined();
  expect(map.get(`2001:db8:0:${(3 * MOST_KEYS - 1).toString(16)}::/64`, 0)).toBeDefined();
});
