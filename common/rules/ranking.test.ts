import { describe, expect, test } from 'vitest';
import { ALICE, BOB } from '../testing/fixtures.ts';
import { comparePresidency, compareRank } from './ranking.ts';

const low = BOB;
const high = ALICE;

describe('[AIM4, LB1] the order of the leaderboard', () => {
  test.each([
    ['a higher GDP', { gdp: 2, gdpOrder: 9, wallet: high }, { gdp: 1, gdpOrder: 1, wallet: low }],
    [
      'who reached it first',
      { gdp: 1, gdpOrder: 1, wallet: high },
      { gdp: 1, gdpOrder: 2, wallet: low },
    ],
    [
      'the lower address',
      { gdp: 1, gdpOrder: 1, wallet: low },
      { gdp: 1, gdpOrder: 1, wallet: high },
    ],
  ])('%s ranks higher', (_, a, b) => {
    expect(compareRank(a, b)).toBeLessThan(0);
    expect(compareRank(b, a)).toBeGreaterThan(0);
  });
});

describe('[PRE1] the order of presidency', () => {
  const a = { culturalCount: 2, culturalOrder: 5, wallet: high };
  test.each([
    ['more cultural NFTs', a, { culturalCount: 1, culturalOrder: 1, wallet: low }],
    ['who reached the number first', a, { culturalCount: 2, culturalOrder: 6, wallet: low }],
    ['the lower address', { ...a, wallet: low }, a],
  ])('%s ranks higher', (_, first, second) => {
    expect(comparePresidency(first, second)).toBeLessThan(0);
    expect(comparePresidency(second, first)).toBeGreaterThan(0);
  });
});
