import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contribute } from '../../../../common/rules/contribute.ts';
import { newcomer, NOW } from '../../../../common/testing/fixtures.ts';
import { eachResource, RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { WHOLE_NEED, workOf } from '../../../../common/values/works.ts';
import { missingText, mostGivable, mostUseful, outcomeText } from './contribute-form.ts';

const SOME = { wood: 300, oil: 0, food: 40, technology: 5 };
const begun = workOf({ wood: 1800, oil: 400, food: 0, technology: 0 }, []);
const finished = workOf(WHOLE_NEED, []);

describe('[WRK1] what can be contributed', () => {
  test('is what the player has, as far as the work has room for it', () => {
    expect(mostGivable(begun, SOME, 'wood')).toBe(300);
    const almost = workOf({ ...WHOLE_NEED, wood: WHOLE_NEED.wood - 7 }, []);
    expect(mostGivable(almost, SOME, 'wood')).toBe(7);
    expect(mostGivable(almost, SOME, 'food')).toBe(0);
  });

  test('begins with what the stage in work lacks most of what the player has', () => {
    expect(mostUseful(begun, SOME)).toBe('wood');
    expect(mostUseful(begun, { ...SOME, food: 201 })).toBe('food');
    expect(mostUseful(begun, { wood: 0, oil: 9, food: 0, technology: 0 })).toBe('oil');
    expect(mostUseful(finished, SOME)).toBeNull();
  });

  test('is allowed exactly where the rule allows it', () => {
    const totals = fc.record(eachResource((type) => fc.nat(WHOLE_NEED[type])));
    const held = fc.record(eachResource(() => fc.nat(100_000)));
    fc.assert(
      fc.property(totals, held, fc.constantFrom(...RESOURCE_TYPES), (given, units, type) => {
        const work = workOf(given, []);
        const most = mostGivable(work, units, type);
        const { player } = newcomer('usa');
        const giver = { ...player, resources: { ...player.resources, units } };
        const decide = (quantity: number) =>
          contribute(giver, { resourceType: type, quantity }, { now: NOW, totals: given }).ok;
        if (most > 0) expect(decide(most)).toBe(true);
        expect(decide(most + 1)).toBe(false);
      }),
    );
  });
});

test('what is beyond the stage in work counts for the next', () => {
  expect(outcomeText(begun, 'wood', null)).toBe('1,800 of 2,000');
  expect(outcomeText(begun, 'wood', 300)).toBe('1,800 → 2,000 of 2,000, 100 beyond');
  expect(outcomeText(begun, 'oil', 10)).toBe('400 → 400 of 400, 10 beyond');
  expect(outcomeText(finished, 'wood', 1)).toBe('–');
  expect(missingText(begun, 'wood')).toBe('200 missing');
  expect(missingText(begun, 'oil')).toBe('For the next stage');
  expect(missingText(finished, 'oil')).toBe('Not needed');
});
