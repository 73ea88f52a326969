import { expect, test, vi } from 'vitest';
import { createGameClock } from './game-clock.ts';

const T0 = Date.parse('2026-01-01T00:00:00.000Z');

test('the clock runs with this machine’s, ahead by the offset that the server gave', () => {
  let machine = T0;
  const clock = createGameClock(() => machine);
  expect(clock.now()).toBe(T0);
  clock.heard('2026-01-08T00:00:00.000Z');
  machine += 1000;
  expect(clock.now()).toBe(Date.parse('2026-01-08T00:00:01.000Z'));
});

test('half of the round trip is added', () => {
  const clock = createGameClock(() => T0);
  clock.heard('2026-01-01T00:01:00.000Z', 400);
  expect(clock.offsetMs()).toBe(60_200);
});

test('listeners are notified of a changed clock, and not of network jitter', () => {
  const clock = createGameClock(() => T0);
  const listener = vi.fn();
  const unsubscribe = clock.subscribe(listener);
  clock.heard('2026-01-01T00:00:00.400Z');
  expect(listener).not.toHaveBeenCalled();
  expect(clock.now()).toBe(T0);
  clock.heard('2026-01-02T00:00:00.000Z');
  expect(listener).toHaveBeenCalledTimes(1);
  unsubscribe();
  clock.heard('2026-01-03T00:00:00.000Z');
  expect(listener).toHaveBeenCalledTimes(1);
});

test('an invalid date changes nothing', () => {
  const clock = createGameClock(() => T0);
  clock.heard('tomorrow');
  expect(clock.now()).toBe(T0);
});
