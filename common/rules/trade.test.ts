import { describe, expect, test } from 'vitest';
import { after, dena, holdings, newcomer, NOW } from '../testing/fixtures.ts';
import { trade } from './trade.ts';

const facts = { now: NOW, holdings: holdings({ block: 2, denaWei: dena(100_000) }) };

describe('[TRD1] a trade', () => {
  test.each([
    ['wood', 10],
    ['oil', 50],
    ['food', 20],
    ['technology', 100],
  ] as const)('of %s costs %i DENA per unit [CON3]', (resourceType, price) => {
    const decision = trade(newcomer('usa').player, { resourceType, quantity: 50 }, facts);
    expect(decision).toMatchObject({
      ok: true,
      costWei: dena(price * 50),
      change: {
        player: {
          spentWei: dena(price * 50),
          resources: { units: { [resourceType]: 50 } },
          standing: { gdp: 25_000 },
        },
        event: { kind: 'traded', row: { denaHoldingsWei: dena(100_000 - price * 50) } },
      },
    });
  });

  test.each([0, -10, 5, 15, 1001, 1010, 10.5, Number.NaN])('of %s units is refused', (quantity) => {
    expect(trade(newcomer('usa').player, { resourceType: 'wood', quantity }, facts)).toMatchObject({
      ok: false,
      code: 'quantity-not-tradable',
    });
  });

  test('above the available DENA is refused, and says what is available [DEN1]', () => {
    const poor = { now: NOW, holdings: holdings({ denaWei: dena(150) }) };
    const first = trade(newcomer('usa').player, { resourceType: 'wood', quantity: 10 }, poor);
    if (!first.ok) throw new Error(first.message);
    const second = trade(
      after(newcomer('usa'), first.change).player,
      { resourceType: 'wood', quantity: 10 },
      poor,
    );
    expect(second).toMatchObject({ ok: false, code: 'insufficient-dena' });
    if (!second.ok) expect(second.message).toContain('50 are available');
  });
});
