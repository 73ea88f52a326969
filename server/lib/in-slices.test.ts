import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('in slices', () => {
  test.each([0, 1, 50, 51, 1000])('%i items are processed in order', async (count) => {
    expect(await inSlices(numbers(count), (n) => n * 2)).toEqual(numbers(count).map((n) => n * 2));
  });

  test('of many long lists one slice is processed per turn, the lists taking turns', async () => {
    const done = [0, 0, 0, 0];
    const lists = done.map((_, list) =>
      inSlices(numbers(200), () => {
        done[list] = (done[list] ?? 0) + 1;
      }),
    );
    const total = () => done.reduce((sum, count) => sum + count, 0);
    for (let turns = 0; total() < 800; turns += 1) {
      const before = total();
      await turn();
      expect(total() - before).toBeLessThanOrEqual(50);
      expect(Math.max(...done) - Math.min(...done)).toBeLessThanOrEqual(50);
      expect(turns).toBeLessThan(100);
    }
    await Promise.all(lists);
  });

  test('an error in the work rejects the answer, and the next list continues', async () => {
    const broken = inSlices(numbers(100), (n) => {
      if (n === 70) throw new Error('no such item');
      return n;
    });
    const other = inSlices(numbers(100), (n) => n);
    await expect(broken).rejects.toThrow('no such item');
    expect(await other).toHaveLength(100);
  });
});
