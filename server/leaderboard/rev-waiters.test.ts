import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RevWaiters } from './rev-waiters.ts';
import { revOf } from './testing/fixtures.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a waiter resolves when its rev or a later one is reached', async () => {
  const waiters = new RevWaiters();
  const told: string[] = [];
  const tell = (name: string) => (reached: boolean) => told.push(`${name} ${reached}`);
  const all = [
    waiters.wait(revOf(3), 1000).then(tell('third')),
    waiters.wait(revOf(1), 1000).then(tell('first')),
    waiters.wait(revOf(2), 1000).then(tell('second')),
  ];
  waiters.reach(revOf(2));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['first true', 'second true']);
  waiters.reach(revOf(7));
  await Promise.all(all);
  expect(told).toEqual(['first true', 'second true', 'third true']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a waiter that times out is told so, and nobody else is', async () => {
  const waiters = new RevWaiters();
  const short = waiters.wait(revOf(1), 100);
  const long = waiters.wait(revOf(1), 1000);
  await vi.advanceTimersByTimeAsync(100);
  await expect(short).resolves.toBe(false);
  waiters.reach(revOf(1));
  await expect(long).resolves.toBe(true);
});

test('an abandoned wait is answered immediately', async () => {
  const waiters = new RevWaiters();
  const wait = waiters.wait(revOf(1), 1000);
  waiters.abandon();
  await expect(wait).resolves.toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
