/**
 * [AIM6, SCR12, CON1–5] fix these texts to the letter; the figures are repeated here on purpose.
 */
import { expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { HOUR_MS } from '../../../common/testing/fixtures.ts';
import { durationText } from '../../../common/values/figures.ts';
import {
  CULTURAL_GDP_RANGE,
  everyDollar,
  lockAdjective,
  MOST_TERRITORY,
  PRODUCTION_RANGE,
  stakeAdds,
  stakeExample,
  TERRITORY_RANGE,
} from './facts.ts';

test('the figures read as the specification writes them', () => {
  expect(durationText(SPECIFIED_RULES.lockMs)).toBe('7 days');
  expect(lockAdjective(SPECIFIED_RULES.lockMs)).toBe('7-day');
  expect(stakeExample(SPECIFIED_RULES)).toEqual({ dena: '10,000 DENA', gdp: '$1,000' });
  expect(stakeAdds(SPECIFIED_RULES)).toBe('10,000 DENA adds $1,000');
  expect(everyDollar(SPECIFIED_RULES)).toBe('Every 10 DENA adds $1');
  expect(MOST_TERRITORY).toBe('600 km²');
  expect(TERRITORY_RANGE).toBe('100-600 km²');
  expect(PRODUCTION_RANGE).toBe('0.10-0.60x');
  expect(CULTURAL_GDP_RANGE).toBe('500-2000');
});

test('other rules read as well', () => {
  expect([24, 336, 36, 0.5].map((hours) => lockAdjective(hours * HOUR_MS))).toEqual([
    '1-day',
    '14-day',
    '36-hour',
    '30-minute',
  ]);
  expect(stakeAdds({ denaPerDollar: 3 })).toBe('10,000 DENA adds $3,333');
  expect(stakeAdds({ denaPerDollar: 25_000 })).toBe('25,000 DENA adds $1');
  expect(everyDollar({ denaPerDollar: 25_000 })).toBe('Every 25,000 DENA adds $1');
});
