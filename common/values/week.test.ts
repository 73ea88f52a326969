import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekAt, weekBegins, weekId, WEEK_MS, weekOf } from './week.ts';

const at = (text: string) => weekId(weekAt(Date.parse(text)));

test('[SEA1] a week begins on Monday at 00:00 UTC, to the millisecond', () => {
  expect(at('2026-11-22T23:59:59.999Z')).toBe('2026-W47');
  expect(at('2026-11-23T00:00:00.000Z')).toBe('2026-W48');
  expect(at('2026-11-29T23:59:59.999Z')).toBe('2026-W48');
});

test('[SEA1] the year of a week is that of its Thursday', () => {
  expect(at('2027-01-03T12:00:00Z')).toBe('2026-W53');
  expect(at('2027-01-04T00:00:00Z')).toBe('2027-W01');
  expect(at('2024-12-30T00:00:00Z')).toBe('2025-W01');
  expect(at('1970-01-01T00:00:00Z')).toBe('1970-W01');
});

test.each(['2025-W53', '2026-W00', '2026-W54', '2026-48', '2026-w48', '2026-W8', ' 2026-W48', ''])(
  '[SEA1] %j is no week',
  (id) => {
    expect(weekOf(id)).toBeNull();
  },
);

test('[SEA1] weeks before 1970 are weeks, too', () => {
  expect(weekId(weekOf('0001-W01') ?? 0)).toBe('0001-W01');
  expect(weekOf('1969-W52')).toBe(-1);
  expect(weekOf('0000-W53')).toBeNull();
});

test('[SEA1] each moment lies in the week that its id leads back to', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_370_764_800_000 }), (moment) => {
      const week = weekAt(moment);
      expect(weekOf(weekId(week))).toBe(week);
      expect(weekBegins(week)).toBeLessThanOrEqual(moment);
      expect(moment).toBeLessThan(weekBegins(week) + WEEK_MS);
    }),
  );
});
