import { expect, test } from 'vitest';
import type { NextMove } from '../../views/next-moves/next-moves.ts';
import { meansToPass, shortText } from './means.ts';

const forecast = (gain: number) => ({
  gdp: { before: 18_000, after: 18_000 + gain },
  territoryKm2: null,
  perHour: null,
  rank: { before: 2, after: 2, isAsking: false, passes: [], passedBy: [] },
  presidency: null,
});
const moves: readonly NextMove[] = [
  { what: 'national', name: 'Italy', copies: 3, forecast: forecast(24_300) },
  { what: 'dena', amount: '65000.5', forecast: forecast(6500) },
  { what: 'dena', amount: '550', forecast: forecast(55) },
  { what: 'cultural', name: 'The Colosseum', copies: 1, forecast: forecast(1200) },
];

test('what passes is said in what the player holds, as little of it as is enough', () => {
  expect(meansToPass(55, moves)).toBe(
    '1 of your 3 copies of Italy, or 550 of your 65,000.5 DENA, or your copy of The Colosseum',
  );
  expect(meansToPass(8101, moves)).toBe('2 of your 3 copies of Italy');
  expect(meansToPass(24_300, moves)).toBe('your 3 copies of Italy');
  expect(meansToPass(6500, moves)).toContain('65,000 of your 65,000.5 DENA');
});

test('if nothing is enough, how much is missing after all of it', () => {
  expect(meansToPass(40_000, moves)).toBeNull();
  expect(shortText(40_000, moves)).toBe('$8,000 short');
  expect(meansToPass(1, [])).toBeNull();
});
