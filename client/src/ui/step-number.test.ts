import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stepTo } from './typed-number.ts';

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
