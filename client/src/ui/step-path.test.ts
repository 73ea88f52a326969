import { expect, test } from 'vitest';
import { apart, scaleOf, stepPath, valueAt } from './step-path.ts';

const line = (...values: readonly number[]) =>
  values.map((value, i) => ({ atMs: 1000 + i * 500, value }));
const path = (points: ReturnType<typeof line>, others: readonly ReturnType<typeof line>[] = []) => {
  const scale = scaleOf([points, ...others]);
  return scale && stepPath(points, scale, 100, 40);
};

test('the lowest value is at the bottom, the highest at the top', () => {
  expect(path(line(10, 30, 20))).toBe('M0 40H50V0H100V20H100');
  expect(path([])).toBeNull();
});

test('a value that does not change is level, through the middle if none does', () => {
  expect(path(line(10, 10, 20))).toBe('M0 40H100V0H100');
  expect(path(line(10, 10))).toBe('M0 20H100');
  expect(path(line(10))).toBe('M0 20H100');
});

test('lines share their scale', () => {
  expect(path(line(10, 20), [line(0, 40, 40)])).toBe('M0 30H50V20H100');
});

test('a value holds until the next', () => {
  const points = line(10, 30, 20);
  expect([0, 1000, 1499, 1500, 9999].map((atMs) => valueAt(points, atMs))).toEqual([
    10, 10, 10, 30, 20,
  ]);
});

test('labels keep their distance, within the chart', () => {
  expect(apart([0, 1, 50, 100], 10, 100)).toEqual([0, 10, 50, 100]);
  expect(apart([100, 99, 98, 97], 10, 100)).toEqual([100, 90, 80, 70]);
  expect(apart([50, 50, 50, 50], 10, 100)).toEqual([50, 60, 70, 80]);
});
