import { expect, test } from 'vitest';
import { windowAround } from './replay.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const BEGUN = NOW - 30 * DAY_MS;

test('the last day has a window of its own', () => {
  expect(windowAround(NOW - HOUR_MS, BEGUN, NOW)).toEqual({ fromMs: NOW - DAY_MS, toMs: NOW });
  expect(windowAround(NOW - DAY_MS, BEGUN, NOW)).toEqual({ fromMs: NOW - DAY_MS, toMs: NOW });
});

test('a young game begins its window', () => {
  const begun = NOW - HOUR_MS;
  expect(windowAround(begun, begun, NOW)).toEqual({ fromMs: begun, toMs: NOW });
});

test('an older moment lies well within a day', () => {
  for (let hours = 25; hours < 29 * 24; hours += 1) {
    const at = NOW - hours * HOUR_MS;
    const { fromMs, toMs } = windowAround(at, BEGUN, NOW);
    expect(toMs - fromMs).toBeLessThanOrEqual(DAY_MS);
    expect(at).toBeGreaterThanOrEqual(fromMs);
    expect(at).toBeLessThan(toMs);
    // It stands still while the moment moves on by minutes.
    if (fromMs > BEGUN && toMs < NOW) expect(at - fromMs).toBeGreaterThanOrEqual(6 * HOUR_MS);
  }
});
