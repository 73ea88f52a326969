import { describe, expect, it, test } from 'vitest';
import { WEI_PER_DENA } from '../../../../common/values/amount.ts';
import type { RulesSet } from '../../../../common/protocol/rules.ts';
import { SPECIFIED_RULES } from '../../../../common/rules/specified.ts';
import { address } from '../../../../common/values/address.ts';
import { instantText } from '../../../../common/values/instant.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { testPlayer } from '../../testing/player.ts';
import { unitsAt } from './accrued.ts';
import { firstQuantity, quote } from './trade-form.ts';

const RULES = {
  tradePrices: { wood: 10, oil: 50, food: 20, technology: 100 },
  tradeStep: 10,
  tradeMax: 1000,
};
const dena = (amount: bigint) => amount * WEI_PER_DENA;

describe('[TRD1] a quote', () => {
  it('is price times quantity, and what remains available', () => {
    expect(quote(RULES, 'oil', 50, dena(10_000n))).toEqual({
      cost: 2500,
      remainingWei: dena(7500n),
      reason: null,
    });
  });

  it('is by the server’s price, not by the one that the page was built with', () => {
    const rules = {
      ...RULES,
      tradePrices: { ...RULES.tradePrices, oil: 60 },
    };
    expect(quote(rules, 'oil', 50, dena(10_000n)).cost).toBe(3000);
    expect(quote(rules, 'oil', 50, dena(2500n)).reason).toBe(
      'You have 2,500 DENA left to stake. Buy 40 or fewer.',
    );
  });

  it('beyond the available DENA says how many units it would pay for', () => {
    expect(quote(RULES, 'food', 100, dena(1250n))).toEqual({
      cost: 2000,
      remainingWei: null,
      reason: 'You have 1,250 DENA left to stake. Buy 60 or fewer.',
    });
    expect(quote(RULES, 'technology', 10, dena(999n)).reason).toBe(
      'You have 999 DENA left to stake. Unstake some first, or get more.',
    );
  });
});

test('[VAL8] it begins with 50, or with what is missing, as far as the DENA goes', () => {
  expect(firstQuantity(RULES, null, 0n)).toBe(50);
  const missing = { type: 'oil', units: 394 } as const;
  expect(firstQuantity(RULES, missing, dena(100_000n))).toBe(400);
  expect(firstQuantity(RULES, missing, dena(10_049n))).toBe(200);
  expect(firstQuantity(RULES, missing, 0n)).toBe(400);
  expect(firstQuantity(RULES, { type: 'wood', units: 1800 }, dena(100_000n))).toBe(1000);
});

describe('[ACC1] resources between settlements', () => {
  const AT = Date.UTC(2026, 10, 21, 12);
  const DAY_MS = 24 * 60 * 60_000;
  const settled = testPlayer(address(`0x${'a'.repeat(40)}`), 10);
  const player = { ...settled, resources: { ...settled.resources, settledAt: instantText(AT) } };
  const set = (sinceMs: number, rules: Partial<Rules> = {}, isAnnounced = false): RulesSet => ({
    since: instantText(sinceMs),
    n: null,
    rules: { ...SPECIFIED_RULES, ...rules },
    hash: '0'.repeat(16),
    isAnnounced,
  });
  const first = set(AT - DAY_MS);
  const perHour = (wood: number) => ({ ...SPECIFIED_RULES.accrualPerHour, wood });
  const woodAt = (ms: number, ...sets: RulesSet[]) => unitsAt(player, sets, ms).wood;

  it('accrue in whole units', () => {
    expect(unitsAt(player, [first], AT + 45 * 60_000)).toEqual({
      wood: 15,
      oil: 1,
      food: 3,
      technology: 0,
    });
  });

  it('stop accruing after seven days, and never decrease', () => {
    expect(woodAt(AT + 30 * DAY_MS, first)).toBe(woodAt(AT + 7 * DAY_MS, first));
    expect(woodAt(AT - 5000, first)).toBe(10);
  });

  it('accrue at the old rate up to a change, at the new one from it on; not by what is only announced', () => {
    const doubled = set(AT + DAY_MS, { accrualPerHour: perHour(12) });
    expect(woodAt(AT + 2 * DAY_MS, first, doubled)).toBe(10 + 24 * 7.5 + 24 * 15);
    const announced = { ...doubled, isAnnounced: true };
    expect(woodAt(AT + 2 * DAY_MS, first, announced)).toBe(10 + 48 * 7.5);
    const capped = set(AT + 2 * DAY_MS, { accrualCapMs: DAY_MS });
    expect(woodAt(AT + 5 * DAY_MS, first, capped)).toBe(10 + 48 * 7.5);
  });

  it('are those that are settled while the rules are unknown', () => {
    expect(unitsAt(player, undefined, AT + DAY_MS).wood).toBe(10);
  });
});
