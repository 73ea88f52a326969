import { expect, test } from 'vitest';
import { momentOf, unknownPast } from './past-problems.ts';
import { Problem } from './problem.ts';

test('a past that is not recorded yet is asked for again: not-recorded', () => {
  const problem = unknownPast({ why: 'not-recorded' });
  expect([problem.code, problem.status, problem.headers]).toEqual([
    'not-recorded',
    503,
    { 'Retry-After': '5' },
  ]);
});

test('a moment before the game names its first one: before-the-game', () => {
  const problem = unknownPast({ why: 'before-the-game', begunAt: Date.UTC(2026, 10, 1) });
  expect([problem.code, problem.status]).toEqual(['before-the-game', 404]);
  expect(problem.message).toContain('2026-11-01T00:00:00.000Z');
  expect(unknownPast({ why: 'before-the-game', begunAt: null }).message).toMatch(/not begun/);
});

test('a moment to come is refused, the present is not', () => {
  expect(momentOf(5, 5)).toBe(5);
  expect(() => momentOf(6, 5)).toThrow(Problem);
});
