import { expect, test } from 'vitest';
import { stepPath } from './step-path.ts';

test('the lowest value is at the bottom, the highest at the top', () => {
  const points = [
    { atMs: 1000, value: 10 },
    { atMs: 1500, value: 30 },
    { atMs: 2000, value: 20 },
  ];
  expect(stepPath(points, 100, 40)).toBe('M0 40H50V0H100V20H100');
});
