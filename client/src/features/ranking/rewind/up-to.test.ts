import { expect, test } from 'vitest';
import { byNation } from '../../../../../common/values/nations.ts';
import { spanOf, upTo } from './up-to.ts';

const at = (atMs: number, gdp: number) => ({ atMs, totals: byNation(() => gdp) });
const moments = [at(100, 1), at(200, 2), at(300, 3)];

test('the lines end at the moment, with its totals', () => {
  expect(upTo(at(250, 9))(moments)).toEqual([at(100, 1), at(200, 2), at(250, 9)]);
  expect(upTo(at(200, 9))(moments)).toEqual([at(100, 1), at(200, 9)]);
  // Before them, and without any.
  expect(upTo(at(50, 9))(moments)).toEqual([at(50, 9)]);
  expect(upTo(at(50, 9))([])).toEqual([at(50, 9)]);
});

test('of the spans that reach back beyond the moment, the finest; none for one that has no lines', () => {
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const nowMs = 30 * DAY_MS;
  const ago = (ageMs: number, begunMs = 0) => spanOf(nowMs - ageMs, { begunMs, nowMs });
  expect(ago(5 * MINUTE_MS)).toBe('10m');
  expect(ago(9 * MINUTE_MS)).toBe('24h');
  expect(ago(DAY_MS)).toBe('7d');
  expect(ago(6 * DAY_MS)).toBe('all');
  expect(spanOf(nowMs - MINUTE_MS, { begunMs: 0, nowMs, leastMs: DAY_MS })).toBe('7d');
  expect(spanOf(nowMs - 3 * DAY_MS, { begunMs: 0, nowMs, leastMs: 7 * DAY_MS })).toBe('all');
  // A young game's first span has all of it.
  expect(ago(9 * MINUTE_MS, nowMs - 20 * MINUTE_MS)).toBe('24h');
  // Steps of minutes, and of hours.
  expect(ago(18 * MINUTE_MS, nowMs - 20 * MINUTE_MS)).toBeNull();
  expect(ago(4 * DAY_MS, nowMs - 4 * DAY_MS - 60 * MINUTE_MS)).toBeNull();
  expect(ago(4 * DAY_MS, nowMs - 4.5 * DAY_MS)).toBe('7d');
});
