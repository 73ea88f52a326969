import { expect, test } from 'vitest';
import { unknownPast } from './past-problems.ts';

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
