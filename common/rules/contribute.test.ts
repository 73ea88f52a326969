import { describe, expect, test } from 'vitest';
import { accepted, HOUR_MS, newcomer, NOW, rules } from '../testing/fixtures.ts';
import type { Player } from '../values/player.ts';
import { eachResource, type ResourceUnits } from '../values/resources.ts';
import { NOTHING_CONTRIBUTED, WHOLE_NEED } from '../values/works.ts';
import { contribute } from './contribute.ts';

const facts = { now: NOW, rules, totals: NOTHING_CONTRIBUTED };

function holding(units: Partial<ResourceUnits>): Player {
  const { player } = newcomer('usa');
  const held = { ...eachResource(() => 0), ...units };
  return { ...player, resources: { ...player.resources, units: held } };
}

describe('[WRK1] a contribution', () => {
  test('debits for good what it gives, and changes neither GDP, rank nor DENA', () => {
    const before = holding({ wood: 50, oil: 7 });
    const gift = { resourceType: 'wood', quantity: 30 } as const;
    const { player, event, stakes } = accepted(contribute(before, gift, facts)).change;
    expect(player.resources.units).toEqual({ wood: 20, oil: 7, food: 0, technology: 0 });
    expect(player.contributed).toEqual({ wood: 30, oil: 0, food: 0, technology: 0 });
    expect(event).toMatchObject({
      kind: 'contributed',
      detail: { resourceType: 'wood', quantity: 30 },
      gdpBefore: 25_000,
      row: { gdp: 25_000, gdpSince: before.gdpSince, contributed: player.contributed },
    });
    expect(stakes).toEqual([]);
    const { resources: _r, contributed: _c, version, ...rest } = player;
    const { resources: _rb, contributed: _cb, version: versionBefore, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(version).toBe(versionBefore + 1);
  });

  test('settles first, so that what has accrued can be given [ACC1]', () => {
    const now = NOW + 10 * HOUR_MS;
    const gift = { resourceType: 'wood', quantity: 60 } as const;
    const { change } = accepted(contribute(newcomer('usa').player, gift, { ...facts, now }));
    expect(change.player.resources).toMatchObject({
      units: { wood: 0, oil: 25, food: 40, technology: 10 },
      settledAt: now,
    });
  });

  test.each([0, -1, 0.5, 1e300, Number.NaN, Infinity])('of %s units is refused', (quantity) => {
    const refused = contribute(holding({ wood: 9 }), { resourceType: 'wood', quantity }, facts);
    expect(refused).toMatchObject({ ok: false, code: 'quantity-not-whole' });
  });

  test('of more than is settled is refused, and says how much there is', () => {
    const refused = contribute(holding({ oil: 9 }), { resourceType: 'oil', quantity: 10 }, facts);
    expect(refused).toMatchObject({ ok: false, code: 'insufficient-resources' });
    if (!refused.ok) expect(refused.message).toContain('You have 9 oil');
  });

  test('of more than the work still needs is refused, and says how much that is', () => {
    const totals = { ...NOTHING_CONTRIBUTED, oil: WHOLE_NEED.oil - 4 };
    const player = holding({ oil: 9 });
    const refused = contribute(
      player,
      { resourceType: 'oil', quantity: 5 },
      { now: NOW, rules, totals },
    );
    expect(refused).toMatchObject({ ok: false, code: 'more-than-needed' });
    if (!refused.ok) expect(refused.message).toContain('only 4 more oil');
    expect(
      contribute(player, { resourceType: 'oil', quantity: 4 }, { now: NOW, rules, totals }).ok,
    ).toBe(true);
  });

  test.each([
    ['of a resource that is complete', 'resource-not-needed', { ...WHOLE_NEED, food: 0 }],
    ['to a finished work', 'work-finished', WHOLE_NEED],
  ])('%s is refused, whatever the player has: %s', (_, code, totals) => {
    const gift = { resourceType: 'wood', quantity: 1 } as const;
    const refused = contribute(holding({}), gift, { now: NOW, rules, totals });
    expect(refused).toMatchObject({ ok: false, code });
  });
});
