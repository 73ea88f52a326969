import { expect, test } from 'vitest';
import { gdpHistory } from './use-own-steps.ts';

const step = (minute: number, gdp: number) => ({
  at: new Date(minute * 60_000).toISOString(),
  gdp,
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
