import { expect, test } from 'vitest';
import { gdpHistory } from './gdp-history.ts';

const event = (minute: number, gdpBefore: number, gdpAfter: number) => ({
  at: new Date(minute * 60_000).toISOString(),
  gdpBefore,
  gdpAfter,
});
const at = (minute: number, value: number) => ({ atMs: minute * 60_000, value });

test('a history starts with the nation, steps at each change and ends now', () => {
  const events = [event(9, 26_000, 25_500), event(5, 25_000, 26_000), event(1, 0, 25_000)];
  expect(gdpHistory(events, 25_500, 10 * 60_000)).toEqual([
    at(1, 25_000),
    at(5, 26_000),
    at(9, 25_500),
    at(10, 25_500),
  ]);
});

test('if older events are missing, it starts with the GDP before the first known one', () => {
  expect(gdpHistory([event(5, 25_000, 26_000)], 26_000, 6 * 60_000)[0]).toEqual(at(5, 25_000));
});

test('events that did not change the GDP add no points', () => {
  const events = [event(9, 25_000, 25_000), event(1, 0, 25_000)];
  expect(gdpHistory(events, 26_000, 10 * 60_000)).toEqual([at(1, 25_000), at(10, 26_000)]);
});

test('a GDP that never changed has no history', () => {
  expect(gdpHistory([], 25_000, 1)).toEqual([]);
  expect(gdpHistory([event(1, 0, 25_000)], 25_000, 60_000)).toEqual([]);
});

test('a clock behind the last event does not make time run backwards', () => {
  const history = gdpHistory([event(5, 25_000, 26_000)], 26_000, 0);
  expect(history.at(-1)).toEqual(at(5, 26_000));
});
