import { expect, test } from 'vitest';
import { deedWords, placeOf, stepsOf } from './history.ts';

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

test('a server that does not name deeds leaves their changes', () => {
  const steps = stepsOf({
    nationId: 'china',
    history: [
      { at: at(0), gdp: 17_000, rank: null },
      { at: at(1), gdp: 16_500, rank: null },
    ],
  });
  expect(steps.map(deedWords)).toEqual(['the first step known', '−$500']);
});

test('a moment has its place between two others', () => {
  expect([placeOf(5, 0, 10), placeOf(-1, 0, 10), placeOf(11, 0, 10), placeOf(0, 0, 0)]).toEqual([
    0.5, 0, 1, 1,
  ]);
});
