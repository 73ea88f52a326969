/** [CHN1] As backing-faults.property.test.ts, for many thousands of steps. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { startFakeTime, type FakeTime } from '../../tools/test/fake-time.ts';
import { live, stepsArbitrary } from './support/backing-faults.ts';

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

test('[CHN1] random faults, transfers, reorganisations and kills, 20,000 steps', async () => {
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(stepsArbitrary(500), fc.nat(), fc.boolean(), async (life, seed, hasRounds) => {
      steps += (await live(time, life, { seed, hasRounds })).steps;
    }),
    { numRuns: 40, endOnFailure: true },
  );
  expect(steps).toBe(20_000);
});
