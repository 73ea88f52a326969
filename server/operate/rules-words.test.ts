/** What `npm run operate -- rules` says before anything is recorded. */
import { describe, expect, test } from 'vitest';
import { rulesWith } from '../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../common/rules/specified.ts';
import { DAY_MS, NOW } from '../../common/testing/fixtures.ts';
import type { RulesInEra } from '../store/kept/era.ts';
import { changeLines, figuresIn, isSetTo, rulesLines } from './rules-words.ts';

const BEGUN: RulesInEra = {
  sets: [{ since: NOW, rules: SPECIFIED_RULES }],
  announced: null,
  act: 0,
};
const announced = { since: NOW + DAY_MS, rules: rulesWith(SPECIFIED_RULES, { tradeMax: 2000 }) };

test('figures are named by their paths, times in units', () => {
  expect(figuresIn(['tradePrices.oil=60', 'lockMs=5d', 'accrualCapMs=36h'])).toEqual({
    'tradePrices.oil': 60,
    lockMs: 5 * DAY_MS,
    accrualCapMs: 1.5 * DAY_MS,
  });
});

describe('refuses in a sentence', () => {
  test.for([
    [[], /Name what to set/],
    [['tradePrices.oil'], /takes a whole number/],
    [['tradePrices.oil='], /takes a whole number/],
    [['tradePrices.oil=-5'], /takes a whole number/],
    [['tradePrices.oil=5.5'], /takes a whole number/],
    [['tradePrices.oil=5d'], /takes a whole number/],
    [['lockMs=5w'], /5d, 36h, 90min/],
    [['tradePrices.oil=0'], /A price is 1 to 1,000,000 DENA/],
    [['lockMs=61000'], /a whole number of minutes/],
    [['lockMs=400d'], /A lock is a minute to 365 days/],
    [['oil=60'], /is no figure of the rules/],
    [['tokenIds.usa=7'], /they never change/],
    [['lockMs=1d', 'lockMs=2d'], /set twice/],
  ] as const)('%j', ([words, sentence]) => {
    expect(() => figuresIn(words)).toThrow(sentence);
  });

  test('what is so already, and what does not fit together', () => {
    expect(() => changeLines(BEGUN, { tradeMax: 1000 }, null)).toThrow('The rules are so already.');
    expect(() => changeLines(BEGUN, { tradeStep: 30 }, null)).toThrow(/whole number of steps/);
  });
});

test('says what changes, and what that touches', () => {
  const set = { 'tradePrices.oil': 60, 'startingGdp.italy': 20_000 };
  expect(changeLines(BEGUN, set, null)).toEqual([
    'At once:',
    '  Oil costs 60 DENA (50 DENA before)',
    '  A new player of Italy starts with $20,000 ($18,000 before)',
    'It touches:',
    '  Trades from then on. A page that still shows an old price is told that it has changed.',
    '  Players who join from then on. All others keep the starting GDP they have.',
  ]);
});

test('says whether an act did what it asked', () => {
  const asked = { set: { tradeMax: 2000 }, from: NOW + DAY_MS };
  expect(isSetTo({ ...BEGUN, announced }, asked)).toBe(true);
  expect(isSetTo(BEGUN, asked)).toBe(false);
  expect(isSetTo({ ...BEGUN, announced }, { ...asked, from: null })).toBe(false);
});

test('says what it replaces, and takes back what is announced', () => {
  const replaced =
    'It replaces what is announced for 2026-01-02T00:00:00.000Z: A trade will buy up to 2,000 units (1,000 units now).';
  const lines = changeLines({ ...BEGUN, announced }, { tradeMax: 500 }, NOW + 2 * DAY_MS);
  expect([lines[0], lines.at(-1)]).toEqual([
    'From 2026-01-03T00:00:00.000Z, announced until then:',
    replaced,
  ]);
  expect(changeLines({ ...BEGUN, announced }, { tradeMax: 1000 }, null)).toEqual([
    'Everything stays as it is now.',
    replaced,
  ]);
});

test('prints those in force, and those that are announced', () => {
  const lines = rulesLines({ ...BEGUN, announced });
  expect(lines[0]).toBe('In force since 2026-01-01T00:00:00.000Z, as the game began:');
  expect(lines).toContain('  tradePrices.oil=50');
  expect(lines).toContain('  lockMs=604800000 (7 days)');
  expect(lines.slice(-2)).toEqual([
    'Announced for 2026-01-02T00:00:00.000Z:',
    '  A trade will buy up to 2,000 units (1,000 units now)',
  ]);
});
