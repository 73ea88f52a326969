import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortIdsBy } from './radix-sort.ts';

const anyNumber = fc.oneof(
  fc.nat({ max: 3 }),
  fc.nat({ max: 200_000 }),
  fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
);

test('sorts as the array method does, and is stable', () => {
  fc.assert(
    fc.property(
      fc.array(anyNumber, { maxLength: 100 }),
      fc.boolean(),
      fc.constantFrom(0, 1000),
      (numbers, backwards, few) => {
        const ids = Uint32Array.from(numbers.keys());
        if (backwards) ids.reverse();
        const before = [...ids];
        const sorted = sortIdsBy(ids, Float64Array.from(numbers), few);
        expect([...sorted]).toEqual(
          before.toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0)),
        );
        expect([...ids]).toEqual(before);
      },
    ),
  );
});
