import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import { eachResource, RESOURCE_TYPES, type ResourceUnits } from './resources.ts';
import { WORK_NEEDS } from './work-needs.ts';
import { stagesComplete, stillNeeded, unitsIn, WHOLE_NEED, workOf, workSchema } from './works.ts';

const RUNS = runs({ usual: 200, long: 10_000 });

const anyTotals: fc.Arbitrary<ResourceUnits> = fc
  .record({
    reach: fc.constantFrom(1, 4, 13, 40, 121, 200),
    parts: fc.tuple(...RESOURCE_TYPES.map(() => fc.nat({ max: 1000 }))),
  })
  .map(({ reach, parts }) =>
    eachResource((type) =>
      Math.floor(
        ((WORK_NEEDS[0]?.[type] ?? 0) * reach * (parts[RESOURCE_TYPES.indexOf(type)] ?? 0)) / 800,
      ),
    ),
  );

test('[WRK1] the first stage needs 2,000 wood, 400 oil, 1,000 food and 200 technology, each next one three times as much', () => {
  expect(WORK_NEEDS).toEqual([
    { wood: 2000, oil: 400, food: 1000, technology: 200 },
    { wood: 6000, oil: 1200, food: 3000, technology: 600 },
    { wood: 18_000, oil: 3600, food: 9000, technology: 1800 },
    { wood: 54_000, oil: 10_800, food: 27_000, technology: 5400 },
    { wood: 162_000, oil: 32_400, food: 81_000, technology: 16_200 },
  ]);
  expect(WHOLE_NEED).toEqual({ wood: 242_000, oil: 48_400, food: 121_000, technology: 24_200 });
});

test('[WRK1] one missing unit of one resource keeps a stage open, whatever else there is', () => {
  for (const type of RESOURCE_TYPES) {
    const all = { ...WHOLE_NEED };
    expect(stagesComplete({ ...all, [type]: (WORK_NEEDS[0]?.[type] ?? 0) - 1 })).toBe(0);
    expect(stagesComplete({ ...all, [type]: WORK_NEEDS[0]?.[type] ?? 0 })).toBe(1);
    expect(stagesComplete({ ...all, [type]: all[type] - 1 })).toBe(4);
  }
});

test(`[WRK1] what is beyond a stage counts for the next, and nothing is counted twice (${RUNS} runs)`, () => {
  fc.assert(
    fc.property(anyTotals, (totals) => {
      const work = workOf(totals, []);
      expect(workSchema.parse(work)).toEqual(work);
      for (const type of RESOURCE_TYPES) {
        const have = work.stages.map((stage) => stage.have[type]);
        const sum = have.reduce((a, b) => a + b, 0);
        expect(sum).toBe(Math.min(totals[type], WHOLE_NEED[type]));
        expect(stillNeeded(totals, type)).toBe(WHOLE_NEED[type] - sum);
        for (const [i, { need }] of work.stages.entries()) {
          expect(have[i]).toBeLessThanOrEqual(need[type]);
          // A stage gets nothing before the one below it is full of that resource.
          if ((have[i] ?? 0) < need[type])
            expect(have.slice(i + 1).every((n) => n === 0)).toBe(true);
        }
      }
      const full = work.stages.map(({ need, have }) => unitsIn(have) === unitsIn(need));
      expect(full.filter(Boolean)).toHaveLength(work.stage);
      expect(full.slice(0, work.stage).every(Boolean)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});
