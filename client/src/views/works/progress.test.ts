import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachResource } from '../../../../common/values/resources.ts';
import { unitsIn, WHOLE_NEED, workOf } from '../../../../common/values/works.ts';
import { missingOf, presentStage, roomOf, unitsGiven } from './progress.ts';

const begun = workOf({ wood: 2500, oil: 100, food: 1000, technology: 0 }, []);
const finished = workOf(WHOLE_NEED, [1, 2, 3, 4, 5]);

describe('[WRK1] what a work needs', () => {
  test('is what the present stage lacks; what is beyond it counts for the next', () => {
    const stage = presentStage(begun);
    expect(stage && missingOf(stage)).toEqual({ wood: 0, oil: 300, food: 0, technology: 200 });
    expect(roomOf(begun).wood).toBe(WHOLE_NEED.wood - 2500);
    expect(unitsGiven(begun)).toBe(3600);
    expect(presentStage(finished)).toBeNull();
    expect(unitsIn(roomOf(finished))).toBe(0);
  });

  test('what was given and what is missing add up to the whole, for any totals', () => {
    const totals = fc.record(eachResource((type) => fc.nat(WHOLE_NEED[type])));
    fc.assert(
      fc.property(totals, (given) => {
        const work = workOf(given, []);
        expect(unitsGiven(work)).toBe(unitsIn(given));
        expect(unitsGiven(work) + unitsIn(roomOf(work))).toBe(unitsIn(WHOLE_NEED));
        const stage = presentStage(work);
        if (stage) expect(unitsIn(missingOf(stage))).toBeGreaterThan(0);
      }),
    );
  });
});
