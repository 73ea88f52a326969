import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gameClock } from './game-clock.ts';

const T0 = '2026-01-01T00:00:00.000Z';
const shown = () => new Date(gameClock.now()).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(T0) });
  // The clock is the page's only one: each test begins with no offset.
  gameClock.heard(T0);
});
afterEach(() => {
  vi.useRealTimers();
});

test('the clock runs with this machine’s, ahead by the offset that the server gave', () => {
  expect(shown()).toBe(T0);
  gameClock.heard('2026-01-08T00:00:00.000Z');
  vi.advanceTimersByTime(1000);
  expect(shown()).toBe('2026-01-08T00:00:01.000Z');
});

test('half of the round trip is added, in whole milliseconds', () => {
  gameClock.heard('2026-01-01T00:01:00.000Z', 400.7);
  expect(gameClock.offsetMs.get()).toBe(60_200);
});

test('listeners are notified of a changed clock, and not of network jitter or an invalid date', () => {
  const listener = vi.fn();
  const unsubscribe = gameClock.offsetMs.subscribe(listener);
  gameClock.heard('2026-01-01T00:00:00.400Z');
  gameClock.heard('tomorrow');
  expect(listener).not.toHaveBeenCalled();
  expect(shown()).toBe(T0);
  gameClock.heard('2026-01-02T00:00:00.000Z');
  unsubscribe();
  gameClock.heard('2026-01-03T00:00:00.000Z');
  expect(listener).toHaveBeenCalledTimes(1);
});
