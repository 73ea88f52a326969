import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stepTo } from './step-number.ts';

it.each([
  [0, 1],
  [-5, 1],
  [2, 2],
  [2.6, 3],
  [9, 3],
  [Infinity, 3],
  [Number.NaN, 1],
])('of 1 to 3 copies, %d becomes %d', (value, taken) => {
  expect(stepTo(value, { min: 1, max: 3, step: 1 })).toBe(taken);
});

it('never leaves its bounds nor its steps', () => {
  const steps = fc.record({
    min: fc.integer({ min: 0, max: 50 }),
    max: fc.integer({ min: 0, max: 5000 }),
    step: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(fc.double(), steps, (value, { min, max, step }) => {
      const taken = stepTo(value, { min, max, step });
      expect(taken).toBeGreaterThanOrEqual(min);
      expect(taken).toBeLessThanOrEqual(Math.max(min, max));
      expect((taken - min) % step).toBe(0);
    }),
  );
});
