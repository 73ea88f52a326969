import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tradeCost } from '../../../../common/rules/trade.ts';
import { WEI_PER_DENA } from '../../../../common/values/amount.ts';
import { RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { rateText, unitsAt } from './accrued.ts';
import { mostAffordable, quote } from './trade-form.ts';

const dena = (amount: bigint) => amount * WEI_PER_DENA;

describe('[TRD1] a quote', () => {
  it('is price times quantity, and what remains available', () => {
    expect(quote('oil', 50, dena(10_000n))).toEqual({
      cost: 2500,
      remainingWei: dena(7500n),
      readiness: { status: 'ready' },
    });
  });

  it('can use up the last DENA', () => {
    expect(quote('wood', 50, dena(500n))).toMatchObject({
      remainingWei: 0n,
      readiness: { status: 'ready' },
    });
  });

  it('beyond the available DENA says how many units it would pay for', () => {
    expect(quote('food', 100, dena(1250n))).toEqual({
      cost: 2000,
      remainingWei: null,
      readiness: { status: 'blocked', reason: 'You have 1,250 DENA to spend. Buy 60 or fewer.' },
    });
    expect(quote('technology', 10, dena(999n)).readiness).toEqual({
      status: 'blocked',
      reason: 'You have 999 DENA to spend. Unstake some first, or get more.',
    });
  });

  it('asks for a resource, and for a quantity above 0', () => {
    expect(quote(null, 50, dena(1n)).readiness).toEqual({
      status: 'blocked',
      reason: 'Choose a resource first.',
    });
    expect(quote('wood', 0, dena(1n)).readiness).toEqual({
      status: 'blocked',
      reason: 'Choose a quantity above 0.',
    });
  });

  it('offers the largest affordable quantity', () => {
    const wei = fc.bigInt({ min: 0n, max: dena(200_000n) });
    fc.assert(
      fc.property(fc.constantFrom(...RESOURCE_TYPES), wei, (type, available) => {
        const most = mostAffordable(type, available);
        expect(dena(BigInt(tradeCost(type, most))) <= available).toBe(true);
        if (most < 1000) {
          expect(dena(BigInt(tradeCost(type, most + 10))) > available).toBe(true);
        }
      }),
    );
  });
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

  it('have a readable rate', () => {
    expect(rateText(7.5)).toBe('+7.5 per hour');
    expect(rateText(10.875)).toBe('+10.9 per hour');
  });
});
