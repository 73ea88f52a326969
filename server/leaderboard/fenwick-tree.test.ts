import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FenwickTree } from './fenwick-tree.ts';

const anyCounts = fc.array(fc.nat({ max: 5 }), { maxLength: 40, size: 'max' });

test('the sum before a box is that of the boxes before it, after any additions', () => {
  fc.assert(
    fc.property(
      anyCounts,
      fc.array(fc.record({ box: fc.nat(), amount: fc.nat({ max: 9 }) })),
      (start, additions) => {
        const counts = [...start];
        const tree = new FenwickTree(counts);
        for (const { box, amount } of additions) {
          if (counts.length === 0) break;
          const index = box % counts.length;
          counts[index] = (counts[index] ?? 0) + amount;
          tree.add(index, amount);
        }
        let sum = 0;
        counts.forEach((count, box) => {
          expect(tree.sumBefore(box)).toBe(sum);
          sum += count;
        });
        expect(tree.sumBefore(counts.length)).toBe(sum);
      },
    ),
  );
});

test('a position is found in the box that holds it', () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const tree = new FenwickTree(counts);
      const boxes = counts.flatMap((count, box) => Array.from({ length: count }, () => box));
      boxes.forEach((box, position) => {
        expect(tree.find(position)).toEqual({ index: box, before: tree.sumBefore(box) });
      });
      expect(tree.find(boxes.length)).toEqual({ index: counts.length, before: boxes.length });
    }),
  );
});
