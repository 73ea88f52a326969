import { expect, test } from 'vitest';
import { MOST_KEYS } from '../../lib/recent-map.ts';
import { limitAddresses } from './address-limit.ts';

/** Opens as many sockets as are admitted, out of this many attempts. */
function open(
  limit: ReturnType<typeof limitAddresses>,
  key: string,
  tries: number,
  at = 0,
): number {
  let opened = 0;
  for (let i = 0; i < tries; i += 1) {
    if (!limit.admits(key, at)) continue;
    limit.opened(key);
    opened += 1;
  }
  return opened;
}

test('a reconnect storm of all its sockets is not limited', () => {
  const limit = limitAddresses(100, 0);
  expect(open(limit, 'a', 100)).toBe(100);
  for (let i = 0; i < 100; i += 1) limit.closed('a');
  expect(open(limit, 'a', 100)).toBe(100);
});

test('one that opens and closes all the time is limited to twice its sockets a minute', () => {
  const limit = limitAddresses(100, 0);
  let opened = 0;
  for (let at = 0; at < 60_000; at += 10) {
    if (!limit.admits('a', at)) continue;
    limit.opened('a');
    limit.closed('a');
    opened += 1;
  }
  expect(opened).toBeGreaterThanOrEqual(398);
  expect(opened).toBeLessThanOrEqual(400);
});

test('any number of other addresses makes none forget its sockets', () => {
  const limit = limitAddresses(2, 0);
  open(limit, 'here', 2);
  for (let i = 0; i < 2 * MOST_KEYS; i += 1) limit.admits(`other-${i}`, 0);
  expect(open(limit, 'here', 5)).toBe(0);
});
