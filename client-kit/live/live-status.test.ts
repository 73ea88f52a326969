import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StatusKeeper } from './live-status.ts';

let keeper: StatusKeeper;
const onChange = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onChange.mockClear();
  keeper = new StatusKeeper(onChange, 3000);
  keeper.start();
});

afterEach(() => {
  keeper.stop();
  vi.useRealTimers();
});

test('it is connecting, then live', () => {
  expect(keeper.status).toBe('connecting');
  keeper.socketUp();
  expect(keeper.status).toBe('live');
  vi.advanceTimersByTime(60_000);
  expect(keeper.status).toBe('live');
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('if neither succeeds it is reconnecting, until one does', () => {
  vi.advanceTimersByTime(3000);
  expect(keeper.status).toBe('reconnecting');
  keeper.listAnswered();
  expect(keeper.status).toBe('polling');
  keeper.socketUp();
  expect(keeper.status).toBe('live');
});

test('a longer loss is reported, and a list from before it does not count as a poll', () => {
  keeper.listAnswered();
  keeper.socketUp();
  keeper.socketDown();
  vi.advanceTimersByTime(3000);
  expect(keeper.status).toBe('reconnecting');
});

test('a tab that wakes up gets the whole grace period again', () => {
  keeper.socketUp();
  keeper.socketDown();
  vi.advanceTimersByTime(2900);
  keeper.wake();
  vi.advanceTimersByTime(2900);
  expect(keeper.status).toBe('live');
  vi.advanceTimersByTime(100);
  expect(keeper.status).toBe('reconnecting');
});

test('a timer that was suspended with the machine raises no alarm', () => {
  keeper.socketUp();
  keeper.socketDown();
  const slept = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_000);
  vi.advanceTimersByTime(3000);
  expect(keeper.status).toBe('live');
  slept.mockRestore();
});
