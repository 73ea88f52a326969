import { expect, test } from 'vitest';
import { gdpHistory, sinceJoining } from './own-history.ts';

const step = (minute: number, gdp: number) => ({
  at: new Date(minute * 60_000).toISOString(),
  gdp,
  rank: 14,
  kind: minute === 1 ? ('nation-chosen' as const) : ('dena-staked' as const),
});
const at = (minute: number, value: number) => ({ atMs: minute * 60_000, value });

test('a history starts with the nation, steps at each change and ends now', () => {
  const steps = [step(1, 25_000), step(5, 26_000), step(9, 25_500)];
  expect(gdpHistory(steps, 25_500, 10 * 60_000)).toEqual([
    at(1, 25_000),
    at(5, 26_000),
    at(9, 25_500),
    at(10, 25_500),
  ]);
});

test('a clock behind the last step does not make time run backwards', () => {
  const history = gdpHistory([step(1, 25_000), step(5, 26_000)], 26_000, 0);
  expect(history.at(-1)).toEqual(at(5, 26_000));
});

test('[PCT1] a player of the first day is compared with the moment of joining', () => {
  const steps = [step(1, 25_000), step(5, 26_000)];
  expect(sinceJoining(steps, { gdp: 26_000, rank: 7 })).toEqual({ gdp: 4, rank: 50 });
  expect(sinceJoining([step(1, 25_000)], { gdp: 25_000, rank: 14 })).toEqual({ gdp: 0, rank: 0 });
  const unknown = { gdp: null, rank: null };
  expect(sinceJoining(undefined, { gdp: 26_000, rank: 7 })).toEqual(unknown);
  // Of more than 500 steps the first is not sent.
  expect(sinceJoining(steps.slice(1), { gdp: 26_000, rank: 7 })).toEqual(unknown);
});
