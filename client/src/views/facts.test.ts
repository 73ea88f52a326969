/**
 * [AIM6, SCR12, CON1–5] fix these texts to the letter; the figures are repeated here on purpose.
 */
import { expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { HOUR_MS } from '../../../common/testing/fixtures.ts';
import {
  CULTURAL_GDP_RANGE,
  EVERY_DOLLAR,
  LOCK_ADJECTIVE,
  LOCK_TEXT,
  lockText,
  MOST_TERRITORY,
  PRODUCTION_RANGE,
  STAKE_ADDS,
  STAKE_EXAMPLE,
  TERRITORY_RANGE,
} from './facts.ts';

test('the figures read as the specification writes them', () => {
  expect(LOCK_TEXT).toBe('7 days');
  expect(LOCK_ADJECTIVE).toBe('7-day');
  expect(STAKE_EXAMPLE).toEqual({ dena: '10,000', gdp: '1,000' });
  expect(STAKE_ADDS).toBe('10,000 DENA adds $1,000');
  expect(EVERY_DOLLAR).toBe('Every 10 DENA adds $1');
  expect(MOST_TERRITORY).toBe('600 km²');
  expect(TERRITORY_RANGE).toBe('100-600 km²');
  expect(PRODUCTION_RANGE).toBe('0.10-0.60x');
  expect(CULTURAL_GDP_RANGE).toBe('500-2000');
});

test('[LCK1] a lock reads as the server reports it, whatever this page was built with', () => {
  expect(lockText(SPECIFIED_RULES.lockMs)).toBe(LOCK_TEXT);
  expect(lockText(24 * HOUR_MS)).toBe('1 day');
  expect(lockText(14 * 24 * HOUR_MS)).toBe('14 days');
  expect(lockText(12 * HOUR_MS)).toBe('0.5 days');
});
