import { expect, test } from 'vitest';
import { Reasons } from './reasons.ts';

const DENA = { status: 400, code: 'insufficient-dena' };

test('refusals are grouped by their code, the most frequent first, each with its sentence', () => {
  const reasons = new Reasons();
  reasons.note({ status: 409, code: 'no-nation', words: 'Choose a nation first.' });
  for (let i = 0; i < 3; i += 1) reasons.note({ ...DENA, words: 'You have no DENA left.' });
  expect(reasons.lines()).toEqual([
    '400 insufficient-dena ×3: You have no DENA left.',
    '409 no-nation ×1: Choose a nation first.',
  ]);
});

test('one reason with different figures stays one group, and its sentences are counted', () => {
  const reasons = new Reasons();
  for (const left of [5, 7, 7, 9, 11, 7]) {
    reasons.note({ ...DENA, words: `You have ${left} DENA left.` });
  }
  expect(reasons.lines()).toEqual([
    '400 insufficient-dena ×6',
    '    ×3: You have 7 DENA left.',
    '    ×1: You have 5 DENA left.',
    '    ×1: You have 9 DENA left.',
    '    and 1 more sentence',
  ]);
});
