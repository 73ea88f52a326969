import { describe, expect, test } from 'vitest';
import { accepted, after, dena, holdings, newcomer, NOW, rules } from '../testing/fixtures.ts';
import { trade } from './trade.ts';

const facts = {
  now: NOW,
  rules,
  holdings: holdings({ block: 2, denaWei: dena(100_000) }),
};

describe('[TRD1] a trade', () => {
  test('[LB2] spends DENA for resources, and changes no GDP', () => {
    const order = { resourceType: 'oil', quantity: 50 } as const;
    expect(trade(newcomer('usa').player, order, facts)).toMatchObject({
      ok: true,
      costWei: dena(2500),
      change: {
        player: {
          spentWei: dena(2500),
          resources: { units: { oil: 50 } },
          standing: { gdp: 25_000 },
        },
        event: {
          kind: 'traded',
          detail: { resourceType: 'oil', quantity: 50, amount: '2500' },
          row: { denaHoldingsWei: dena(97_500) },
        },
      },
    });
  });

  test('[PRO34] costs what the player was shown, or nothing is traded', () => {
    const shown = (cost: number) => ({
      resourceType: 'oil' as const,
      quantity: 50,
      shownCostWei: dena(cost),
    });
    const { player } = newcomer('usa');
    expect(trade(player, shown(2500), facts)).toMatchObject({ ok: true, costWei: dena(2500) });
    const refused = trade(player, shown(2501), facts);
    expect(refused).toMatchObject({ ok: false, code: 'price-changed' });
    if (!refused.ok) expect(refused.message).toContain('costs 2500 DENA, not 2501');
  });

  test.each([0, 5, 15, 1010, 10.5])('of %d units is refused', (quantity) => {
    const order = { resourceType: 'wood', quantity } as const;
    const refused = { ok: false, code: 'quantity-not-tradable' };
    expect(trade(newcomer('usa').player, order, facts)).toMatchObject(refused);
  });

  test('above the available DENA is refused, and says what is available [DEN1]', () => {
    const poor = { now: NOW, rules, holdings: holdings({ denaWei: dena(150) }) };
    const order = { resourceType: 'wood', quantity: 10 } as const;
    const { change } = accepted(trade(newcomer('usa').player, order, poor));
    const second = trade(after(newcomer('usa'), change).player, order, poor);
    expect(second).toMatchObject({ ok: false, code: 'insufficient-dena' });
    if (!second.ok) expect(second.message).toContain('50 are available');
  });
});
