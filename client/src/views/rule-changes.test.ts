import { expect, test } from 'vitest';
import type { RulesSet } from '../../../common/protocol/rules.ts';
import { rulesWith } from '../../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { changesOf, changeText } from './rule-changes.tsx';

const set = (since: string, figures: Record<string, number>, isAnnounced = false): RulesSet => ({
  since,
  n: null,
  rules: rulesWith(SPECIFIED_RULES, figures),
  hash: '0'.repeat(16),
  isAnnounced,
});

test('changes are told newest first, what is announced with its moment; the first rules are none', () => {
  const sets = [
    set('2026-11-01T00:00:00.000Z', {}),
    set('2026-11-02T00:00:00.000Z', { lockMs: 5 * 24 * 3_600_000 }),
    set('2026-11-30T12:00:00.000Z', { lockMs: 5 * 24 * 3_600_000, 'tradePrices.oil': 60 }, true),
  ];
  expect(changesOf(sets).map(changeText)).toEqual([
    'From 30 Nov 2026, 12:00 UTC: Oil will cost 60 DENA (50 DENA now).',
    'New stakes are locked for 5 days (7 days before).',
  ]);
  expect(changesOf([])).toEqual([]);
});
