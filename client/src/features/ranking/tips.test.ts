import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tipAt } from './tips.ts';

it('any random number gives a tip, and not always the same one', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chance) => {
      expect(tipAt(chance)).not.toBe('');
    }),
  );
  expect(tipAt(0)).not.toBe(tipAt(0.999));
});
