import { expect, test } from 'vitest';
import type { RulesSet } from '../../../common/protocol/rules.ts';
import { rulesWith } from '../../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { rulesDifference, rulesMeanwhile } from './served-rules.ts';

/** Sets of rules that leaves of these numbers began; each has its leaf's number as price of oil. */
const rulesAt = (n: number) => rulesWith(SPECIFIED_RULES, { 'tradePrices.oil': n });
const leavesAt = (...numbers: number[]) =>
  numbers.map((n) => ({ v: 1, n, at: n, kind: 'rules', rules: rulesAt(n) }) as const);
const sets = (...numbers: (number | null)[]): RulesSet[] =>
  [null, ...numbers].map((n) => ({
    since: new Date(n ?? 0).toISOString(),
    n,
    rules: n === null ? SPECIFIED_RULES : rulesAt(n),
    hash: '0'.repeat(16),
    isAnnounced: false,
  }));

test('an answer may be by the rules at its leaf, and by those around it while they change', () => {
  const log = { rulesLeaves: leavesAt(10, 20, 30), size: 36 };
  const prices = (...parameters: Parameters<typeof rulesMeanwhile>) =>
    rulesMeanwhile(...parameters).map(({ tradePrices }) => tradePrices.oil);
  expect(prices(sets(10, 20, 30), log, 31)).toEqual([30]);
  // The change at leaf 30 came while the game was asked.
  expect(prices(sets(10, 20, 30), log, 30)).toEqual([30, 20]);
  expect(prices(sets(10, 20, 30), { ...log, rulesLeaves: leavesAt(10, 20), size: 28 }, 28)).toEqual(
    [30, 20],
  );
  expect(prices(null, { rulesLeaves: [], size: 9 }, 9)).toEqual([50]);
});

test('release 1.0 shows no rules: those of the specification', () => {
  expect(rulesDifference(null, [])).toBeNull();
  expect(rulesDifference(null, leavesAt(10))).toBe(
    'the number of sets is 1, the ledger comes to 2',
  );
});
