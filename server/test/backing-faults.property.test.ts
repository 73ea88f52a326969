/**
 * [CHN1] Whatever providers do, stakes end up equal to what the chain backs, and none that was backed ends.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { runs } from '../../tools/test/run-counts.ts';
import { startFakeTime, type FakeTime } from '../../tools/test/fake-time.ts';
import { live, stepsArbitrary, type Told } from './support/backing-faults.ts';

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

test(
  '[CHN1] random faults, transfers, reorganisations and kills',
  { timeout: 900_000 },
  async () => {
    const lives: Told[] = [];
    await fc.assert(
      fc.asyncProperty(
        stepsArbitrary(120),
        fc.nat(),
        fc.boolean(),
        async (steps, seed, hasRounds) => {
          lives.push(await live(time, steps, { seed, hasRounds }));
        },
      ),
      { numRuns: runs({ usual: 4, long: 200 }), endOnFailure: true },
    );
    const sum = (of: (told: Told) => number) => lives.reduce((total, told) => total + of(told), 0);
    // The run was eventful.
    expect(sum(({ staked }) => staked)).toBeGreaterThan(2 * lives.length);
    expect(sum(({ unbacked }) => unbacked)).toBeGreaterThan(lives.length / 2);
    expect(sum(({ reorganisations }) => reorganisations)).toBeGreaterThan(lives.length / 2);
  },
);
