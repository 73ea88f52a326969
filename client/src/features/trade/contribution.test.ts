import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contribute } from '../../../../common/rules/contribute.ts';
import { UNCHANGED_RULES } from '../../../../common/rules/specified.ts';
import { newcomer, NOW } from '../../../../common/testing/fixtures.ts';
import { eachResource } from '../../../../common/values/resources.ts';
import { WHOLE_NEED, workOf } from '../../../../common/values/works.ts';
import { nextContribution } from './contribution.ts';

const SOME = { wood: 300, oil: 0, food: 40, technology: 5 };

describe('[WRK1] what is contributed next', () => {
  test('is no more than the whole landmark has room for', () => {
    const almost = workOf({ ...WHOLE_NEED, wood: WHOLE_NEED.wood - 7 }, []);
    expect(nextContribution(almost, SOME)).toEqual({ resourceType: 'wood', quantity: 7 });
    expect(nextContribution(workOf(WHOLE_NEED, []), SOME)).toBeNull();
  });

  test('is allowed by the rule, and one more of it is not', () => {
    const totals = fc.record(eachResource((type) => fc.nat(WHOLE_NEED[type])));
    const held = fc.record(eachResource(() => fc.nat(100_000)));
    fc.assert(
      fc.property(totals, held, (given, units) => {
        const next = nextContribution(workOf(given, []), units);
        if (!next) return;
        const { player } = newcomer('usa');
        const giver = { ...player, resources: { ...player.resources, units } };
        const decide = (quantity: number) =>
          contribute(
            giver,
            { ...next, quantity },
            { now: NOW, rules: UNCHANGED_RULES, totals: given },
          ).ok;
        expect(decide(next.quantity)).toBe(true);
        expect(decide(next.quantity + 1)).toBe(false);
      }),
    );
  });
});
