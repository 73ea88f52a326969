/** Which rules may follow which. */
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, NOW, rules } from '../testing/fixtures.ts';
import { durationText } from '../values/figures.ts';
import { momentText, rulesText } from '../values/rule-words.ts';
import {
  CHANGEABLE,
  changesBetween,
  figureObjection,
  followedBy,
  pathObjection,
  rulesObjection,
  rulesWith,
} from './change-rules.ts';
import { SPECIFIED_RULES } from './specified.ts';

test('[RUL1] figures are set by their paths, and the rest stays', () => {
  const after = rulesWith(SPECIFIED_RULES, { 'tradePrices.oil': 60, lockMs: 5 * DAY_MS });
  expect(after).toEqual({
    ...SPECIFIED_RULES,
    tradePrices: { wood: 10, oil: 60, food: 20, technology: 100 },
    lockMs: 5 * DAY_MS,
  });
  expect(Object.keys(after)).toEqual(Object.keys(SPECIFIED_RULES));
  expect(changesBetween(SPECIFIED_RULES, after)).toEqual([
    { rule: 'tradePrices.oil', from: 50, to: 60 },
    { rule: 'lockMs', from: 7 * DAY_MS, to: 5 * DAY_MS },
  ]);
  expect(rulesObjection(SPECIFIED_RULES, after)).toBeNull();
});

test('every figure that may be changed has bounds, and words', () => {
  for (const rule of CHANGEABLE) {
    expect(pathObjection(rule)).toBeNull();
    expect(figureObjection(rule, 0)).toMatch(/\.$/);
    expect(figureObjection(rule, 1e12)).toMatch(/\.$/);
    expect(rulesText([{ rule, from: 3_600_000, to: 7_200_000 }], 'will')).not.toContain(rule);
  }
});

describe('what can’t follow is said in a sentence', () => {
  test.for([
    ['tokenIds.usa', /they never change/],
    ['maxGdp', /it never changes/],
    ['workNeeds', /they never change/],
    ['tradePrices', /Name one of tradePrices.wood/],
    ['tradePrices.gold', /is no figure/],
    ['constructor', /is no figure/],
  ] as const)('%s', ([path, words]) => {
    expect(pathObjection(path)).toMatch(words);
  });

  test('another figure that is fixed, and a maximum that no steps reach', () => {
    const other = { ...SPECIFIED_RULES, maxGdp: 5 };
    expect(rulesObjection(SPECIFIED_RULES, other)).toMatch(/maxGdp/);
    const odd = rulesWith(SPECIFIED_RULES, { tradeMax: 1005 });
    expect(rulesObjection(SPECIFIED_RULES, odd)).toBe(
      'A trade’s maximum is a whole number of steps: 1,005 is none of 10.',
    );
  });
});

test('the rules that were in force are kept with their end', () => {
  const faster = rulesWith(rules, { bonusPercent: 50 });
  const { earlier, ...present } = followedBy(followedBy(rules, faster, NOW), rules, NOW + 1);
  expect(earlier.map(({ bonusPercent, until }) => [bonusPercent, until])).toEqual([
    [25, NOW],
    [50, NOW + 1],
  ]);
  expect(present).toEqual(SPECIFIED_RULES);
});

describe('in words', () => {
  const oil = { rule: 'tradePrices.oil', from: 50, to: 60 };

  test('what has changed, and what will', () => {
    const lock = { rule: 'lockMs', from: 7 * DAY_MS, to: 36 * HOUR_MS };
    expect(rulesText([oil, lock], 'is')).toBe(
      'Oil costs 60 DENA (50 DENA before); new stakes are locked for 36 hours (7 days before)',
    );
    expect(rulesText([oil], 'will')).toBe('Oil will cost 60 DENA (50 DENA now)');
  });

  test('many are counted, and those of a newer version have their path', () => {
    const newer = { rule: 'weather.rain', from: 1, to: 2 };
    expect(rulesText([newer, oil, oil, oil, oil], 'is')).toMatch(
      /^weather\.rain is 2 \(1 before\); .*; 2 more$/,
    );
  });

  test('a moment and a time', () => {
    expect(momentText(Date.UTC(2026, 10, 5, 9, 3, 59))).toBe('5 Nov 2026, 09:03 UTC');
    expect([DAY_MS, 90 * 60_000, 60_000].map(durationText)).toEqual([
      '1 day',
      '90 minutes',
      '1 minute',
    ]);
  });
});
