import { describe, expect, test } from 'vitest';
import { percentChange, rankPercentChange } from './percent-change.ts';

describe('[PCT1] the change in 24 hours', () => {
  test.each([
    [19_000n, 18_000n, 5.55],
    [18_000n, 19_000n, -5.26],
    [5n, 5n, 0],
    [0n, 0n, 0],
    [0n, 5n, -100],
    [2n ** 200n, 2n ** 199n, 100],
  ])('to %s from %s is %s percent', (now, before, percent) => {
    expect(percentChange(now, before)).toBe(percent);
  });

  test('is null without an earlier value, and from 0', () => {
    expect(percentChange(5n, null)).toBeNull();
    expect(percentChange(5n, 0n)).toBeNull();
  });

  test('of a rank rises as the number falls', () => {
    expect(rankPercentChange(2, 4)).toBe(50);
    expect(rankPercentChange(4, 2)).toBe(-100);
    expect(rankPercentChange(3, 3)).toBe(0);
    expect(rankPercentChange(3, null)).toBeNull();
  });
});
