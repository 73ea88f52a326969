import { expect, test } from 'vitest';
import { deedWords, stepsOf } from './history.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString();

test('each step is named by its deed', () => {
  const steps = stepsOf({
    nationId: 'italy',
    history: [
      { at: at(0), gdp: 18_000, rank: 4, kind: 'nation-chosen', detail: {} },
      { at: at(1), gdp: 18_500, rank: 2, kind: 'dena-staked', detail: { amount: '5000' } },
      { at: at(2), gdp: 18_000, rank: 4, kind: 'stakes-unbacked', detail: {} },
    ],
  });
  expect(steps.map(deedWords)).toEqual([
    'joined for Italy',
    'staked 5,000 DENA',
    'lost a stake, no longer held',
  ]);
  expect(steps.map(({ delta, rank }) => [delta, rank])).toEqual([
    [null, 4],
    [500, 2],
    [-500, 4],
  ]);
});
