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

test('an address holds up to its limit of sockets, whatever others hold; closing one makes room', () => {
  const limit = limitAddresses(100, 0);
  expect(open(limit, 'a', 150)).toBe(100);
  expect(open(limit, 'b', 50)).toBe(50);
  limit.closed('a');
  expect(open(limit, 'a', 5)).toBe(1);
});

test('a reconnect storm of all its sockets is not limited', () => {
  const limit = limitAddresses(100, 0);
  expect(open(limit, 'a', 100)).toBe(100);
  for (let i = 0; i < 100; i += 1) limit.closed('a');
  expect(open(limit, 'a', 100)).toBe(100);
});

test('one that opens and closes all the time is held to twice its sockets a minute', () => {
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

test('addresses that are gone are forgotten, those with sockets are not', () => {
  const limit = limitAddresses(10, 0);
  for (let i = 0; i < 1000; i += 1) open(limit, `gone-${i}`, 1);
  for (let i = 0; i < 1000; i += 1) limit.closed(`gone-${i}`);
  open(limit, 'here', 10);
  expect(limit.size()).toBe(1002);
  for (const at of [60_000, 120_000]) expect(limit.admits('another', at)).toBe(true);
  expect(limit.size()).toBe(2);
  expect(open(limit, 'here', 5, 120_000)).toBe(0);
});

test('unlimited addresses do not fill the memory, and make none forget its sockets', () => {
  const limit = limitAddresses(2, 0);
  open(limit, 'here', 2);
  for (let i = 0; i < 2 * MOST_KEYS; i += 1) limit.admits(`other-${i}`, 0);
  expect(limit.size()).toBeLessThanOrEqual(MOST_KEYS + 1);
  expect(open(limit, 'here', 5)).toBe(0);
});

test('0 is no limit, and nothing is remembered', () => {
  const limit = limitAddresses(0, 0);
  expect(open(limit, 'a', 10_000)).toBe(10_000);
  expect(limit.size()).toBe(0);
});
