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

test('it connects, then it is live', () => {
  expect(keeper.status).toBe('connecting');
  keeper.socketUp();
  expect(keeper.status).toBe('live');
  vi.advanceTimersByTime(60_000);
  expect(keeper.status).toBe('live');
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('a socket that never comes through is polling where polls do', () => {
  keeper.listAnswered();
  expect(keeper.status).toBe('connecting');
  vi.advanceTimersByTime(3000);
  expect(keeper.status).toBe('polling');
});

test('where neither comes through it is reconnecting, until one does', () => {
  vi.advanceTimersByTime(3000);
  expect(keeper.status).toBe('reconnecting');
  keeper.listAnswered();
  expect(keeper.status).toBe('polling');
  keeper.socketUp();
  expect(keeper.status).toBe('live');
});

test('a short loss is nobody’s business', () => {
  keeper.socketUp();
  keeper.socketDown();
  vi.advanceTimersByTime(2900);
  expect(keeper.status).toBe('live');
  keeper.socketUp();
  vi.advanceTimersByTime(60_000);
  expect(keeper.status).toBe('live');
});

test('a longer loss is told, and a list from before it says nothing of the poll', () => {
  keeper.listAnswered();
  keeper.socketUp();
  keeper.socketDown();
  vi.advanceTimersByTime(3000);
  expect(keeper.status).toBe('reconnecting');
});

test('a tab that wakes up has its whole grace again', () => {
  keeper.socketUp();
  keeper.socketDown();
  vi.advanceTimersByTime(2900);
  keeper.wake();
  vi.advanceTimersByTime(2900);
  expect(keeper.status).toBe('live');
  vi.advanceTimersByTime(100);
  expect(keeper.status).toBe('reconnecting');
});

test('a timer that slept with the machine raises no alarm', () => {
  keeper.socketUp();
  keeper.socketDown();
  const slept = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_000);
  vi.advanceTimersByTime(3000);
  expect(keeper.status).toBe('live');
  slept.mockRestore();
});
