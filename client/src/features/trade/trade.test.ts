import { describe, expect, it, test } from 'vitest';
import { WEI_PER_DENA } from '../../../../common/values/amount.ts';
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
  const resources = {
    wood: 10,
    oil: 0,
    food: 3,
    technology: 0,
    perHour: { wood: 7.5, oil: 2, food: 4, technology: 1 },
    settledAt: '2026-11-21T12:00:00.000Z',
  };
  const at = Date.parse(resources.settledAt);

  it('accrue in whole units', () => {
    expect(unitsAt(resources, at + 45 * 60_000)).toEqual({
      wood: 15,
      oil: 1,
      food: 6,
      technology: 0,
    });
  });

  it('stop accruing after seven days, and never decrease', () => {
    const days = (count: number) => at + count * 24 * 60 * 60_000;
    expect(unitsAt(resources, days(30))).toEqual(unitsAt(resources, days(7)));
    expect(unitsAt(resources, at - 5000).wood).toBe(10);
  });
});
