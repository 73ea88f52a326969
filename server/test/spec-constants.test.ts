/**
 * [CON1–3, CON5], line by line, as far as the server is responsible for it. The figures are
 * repeated here on purpose: they are the specification's, not the code's.
 */
import { describe, expect, test } from 'vitest';
import { denaGdpBonus } from '../../common/rules/gdp.ts';
import { SPECIFIED_RULES, UNCHANGED_RULES } from '../../common/rules/specified.ts';
import { trade } from '../../common/rules/trade.ts';
import { dena, holdings, newcomer, NOW } from '../../common/testing/fixtures.ts';
import { parseDena } from '../../common/values/amount.ts';

const balances = holdings({ denaWei: dena(1_000_000) });

describe('[CON1–3, CON5]', () => {
  test('Lock period for all stakes: 7 days', () => {
    expect(SPECIFIED_RULES.lockMs).toBe(7 * 24 * 60 * 60 * 1000);
  });

  test.each([
    ['10000', 1000n],
    ['9.999999999999999999', 0n],
    ['19.99', 1n],
    ['1250.5', 125n],
  ])('DENA to GDP rate: 0.1 GDP per DENA (%s DENA gives +%s GDP)', (amount, bonus) => {
    expect(denaGdpBonus(parseDena(amount) ?? -1n, SPECIFIED_RULES)).toBe(bonus);
  });

  test('Trade prices in DENA per unit, of exactly the resources of the catalogue [ENT8]', () => {
    expect(SPECIFIED_RULES.tradePrices).toEqual({ wood: 10, oil: 50, food: 20, technology: 100 });
    expect(Object.keys(SPECIFIED_RULES.tradePrices)).toEqual(['wood', 'oil', 'food', 'technology']);
  });

  test('Trade: the quantity runs 0..1000, step 10; the cost is price × quantity', () => {
    expect(SPECIFIED_RULES).toMatchObject({ tradeMax: 1000, tradeStep: 10 });
    const bought = (quantity: number) => {
      const order = { resourceType: 'oil', quantity } as const;
      const decision = trade(newcomer('usa', balances).player, order, {
        now: NOW,
        rules: UNCHANGED_RULES,
        holdings: balances,
      });
      if (decision.ok) expect(decision.costWei).toBe(dena(50 * quantity));
      return decision.ok;
    };
    const tradable = Array.from({ length: 1200 }, (_, n) => n - 50).filter(bought);
    // Nothing can be bought with 0, so the server refuses it [TRD1].
    expect(tradable).toEqual(Array.from({ length: 100 }, (_, n) => (n + 1) * 10));
  });

  test('Cultural NFT GDP bonuses', () => {
    const bonuses = { usa: 1500, italy: 1200, argentina: 1000, china: 1300 };
    expect(SPECIFIED_RULES.culturalGdpBonus).toEqual(bonuses);
  });
});
