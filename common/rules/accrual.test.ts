import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyNation, DAY_MS, HOUR_MS, newcomer, NOW, rules } from '../testing/fixtures.ts';
import { NATION_LIST, NATIONS, type NationId } from '../values/nations.ts';
import type { Resources } from '../values/player.ts';
import { followedBy } from './change-rules.ts';
import { accrualPerHour, noResources, settle } from './accrual.ts';
import { settleResources } from './settle-resources.ts';

const bare = { productionHundredths: 0, territoryKm2: 0 };
const anyStanding = fc.record({
  productionHundredths: fc.nat({ max: 100_000 }),
  territoryKm2: fc.nat({ max: 1_000_000 }),
});

describe('[ACC1] accrual per hour', () => {
  test('is wood 6, oil 2, food 4, technology 1, × 1.25 for the nation’s own [NAT2]', () => {
    expect(NATION_LIST.map(({ id }) => accrualPerHour(id, bare, rules))).toEqual([
      { wood: 6, oil: 2.5, food: 4, technology: 1 },
      { wood: 7.5, oil: 2, food: 4, technology: 1 },
      { wood: 6, oil: 2, food: 5, technology: 1 },
      { wood: 6, oil: 2, food: 4, technology: 1.25 },
    ]);
  });

  test('grows with production and with territory', () => {
    expect(accrualPerHour('usa', { productionHundredths: 50, territoryKm2: 1000 }, rules)).toEqual({
      wood: 18,
      oil: 7.5,
      food: 12,
      technology: 3,
    });
  });
});

describe('[ACC1] settling', () => {
  const settled = (
    nationId: NationId,
    standing: typeof bare,
    resources: Resources,
    now: number,
    by = rules,
  ) => settle({ nationId, standing, resources }, { now, rules: by });

  test('counts at most seven days', () => {
    const week = settled('usa', bare, noResources(NOW), NOW + rules.accrualCapMs);
    const year = settled('usa', bare, noResources(NOW), NOW + 365 * DAY_MS);
    expect(year.units).toEqual(week.units);
    expect(week.units.wood).toBe(6 * 24 * 7);
  });

  test('with a clock that stood still or went back changes nothing', () => {
    const resources = noResources(NOW);
    expect(settled('usa', bare, resources, NOW)).toBe(resources);
    expect(settled('usa', bare, resources, NOW - 1)).toBe(resources);
  });

  test('saturates at the largest safe number', () => {
    const standing = { productionHundredths: 3_000_000_000, territoryKm2: 30_000_000_000 };
    const { units } = settled('usa', standing, noResources(NOW), NOW + rules.accrualCapMs);
    expect(units.wood).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('[RUL3] counts what accrued before a change at the old rates, and stays what it was', () => {
    const faster = { ...rules, accrualPerHour: { ...rules.accrualPerHour, wood: 60 } };
    const changed = followedBy(rules, faster, NOW + 2 * HOUR_MS);
    const at = (hours: number) =>
      settled('usa', bare, noResources(NOW), NOW + hours * HOUR_MS, changed);
    expect([1, 2, 3].map((hours) => at(hours).units.wood)).toEqual([6, 12, 72]);
  });

  test('[RUL3] stops where the cap in force then is reached, counted from the last settlement', () => {
    const capped = (accrualCapMs: number) => ({ ...rules, accrualCapMs });
    const woodAfter = (first: number, then: number, days: number) => {
      const changed = followedBy(capped(first * DAY_MS), capped(then * DAY_MS), NOW + 5 * DAY_MS);
      return settled('usa', bare, noResources(NOW), NOW + days * DAY_MS, changed).units.wood / 144;
    };
    // Lowered: what had accrued stays. Raised: the days between the caps are lost.
    expect([4, 6, 9].map((days) => woodAfter(7, 1, days))).toEqual([4, 5, 5]);
    expect([4, 6, 20].map((days) => woodAfter(3, 10, days))).toEqual([3, 4, 8]);
  });

  test('across changes equals settling at each of them', () => {
    const anyRules = fc.record({
      after: fc.nat({ max: 9 * DAY_MS }),
      wood: fc.integer({ min: 1, max: 1000 }),
      bonusPercent: fc.integer({ min: 1, max: 300 }),
    });
    fc.assert(
      fc.property(
        anyNation,
        anyStanding,
        fc.array(anyRules, { maxLength: 5 }),
        (nation, standing, steps) => {
          let now = NOW;
          let known = { ...rules, accrualCapMs: 365 * DAY_MS };
          let stepped = noResources(NOW);
          for (const { after, wood, bonusPercent } of steps) {
            now += after;
            stepped = settled(nation, standing, stepped, now, known);
            const accrualPerHour = { ...known.accrualPerHour, wood };
            known = followedBy(known, { ...known, accrualPerHour, bonusPercent }, now);
          }
          now += HOUR_MS;
          stepped = settled(nation, standing, stepped, now, known);
          expect(settled(nation, standing, noResources(NOW), now, known)).toEqual(stepped);
        },
      ),
    );
  });

  test('in any number of steps equals one settlement: fractions are carried', () => {
    fc.assert(
      fc.property(
        anyNation,
        anyStanding,
        fc.array(fc.nat({ max: DAY_MS }), { maxLength: 7 }),
        (nation, standing, steps) => {
          let now = NOW;
          let stepped = noResources(NOW);
          for (const step of steps) {
            now += step;
            stepped = settled(nation, standing, stepped, now);
          }
          const whole = settled(nation, standing, noResources(NOW), now);
          expect(stepped.units).toEqual(whole.units);
          expect(stepped.carry).toEqual(whole.carry);
        },
      ),
    );
  });

  test('[NAT2] with any whole percent as bonus is exact', () => {
    fc.assert(
      fc.property(
        anyNation,
        anyStanding,
        fc.nat({ max: 1000 }),
        fc.nat({ max: DAY_MS }),
        (nationId, standing, bonusPercent, ms) => {
          const by = { ...rules, bonusPercent };
          const { units, carry } = settled(nationId, standing, noResources(NOW), NOW + ms, by);
          const type = NATIONS[nationId].bonusResource;
          // Both sides of `accrued = base × … × ms`, times everything that is divided by.
          const accrued =
            BigInt(rules.accrualPerHour[type]) *
            BigInt(100 + standing.productionHundredths) *
            BigInt(1000 + standing.territoryKm2) *
            BigInt(100 + bonusPercent) *
            BigInt(ms);
          const unit = BigInt(100 * 1000 * 100 * HOUR_MS);
          expect(BigInt(units[type]) * unit + BigInt(carry[type])).toBe(accrued);
          expect(carry[type]).toBeLessThan(Number.MAX_SAFE_INTEGER);
        },
      ),
    );
  });

  test('without a whole unit commits nothing', () => {
    const state = newcomer('usa');
    expect(settleResources(state.player, { now: NOW + 1000, rules })).toBeNull();
    // One of wood, and none of the others yet.
    expect(settleResources(state.player, { now: NOW + HOUR_MS / 6, rules })).not.toBeNull();
    expect(settleResources(state.player, { now: NOW + HOUR_MS, rules })).toMatchObject({
      player: { version: 2, resources: { units: { wood: 6 } } },
      event: { kind: 'resources-settled' },
    });
  });
});
