import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTicker } from './pushes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[PRO13] runs at most once per tick under a steady stream, and not at all without one', () => {
  const ranAt: number[] = [];
  const start = performance.now();
  const ticker = createTicker(50, () => ranAt.push(performance.now() - start));
  for (let i = 0; i < 100; i += 1) {
    ticker.request();
    vi.advanceTimersByTime(2);
  }
  vi.advanceTimersByTime(1000);
  expect(ranAt.length).toBeGreaterThanOrEqual(4);
  expect(ranAt.length).toBeLessThanOrEqual(5);
  const gaps = ranAt.slice(1).map((at, i) => at - (ranAt[i] ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(50);
  expect(vi.getTimerCount()).toBe(0);
});
