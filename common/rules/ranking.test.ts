import { describe, expect, test } from 'vitest';
import { ALICE, BOB } from '../testing/fixtures.ts';
import { comparePresidency, compareRank } from './ranking.ts';

const low = BOB;
const high = ALICE;

describe('[AIM4, LB1] the order of the leaderboard', () => {
  test('a higher GDP ranks higher', () => {
    expect(
      compareRank({ gdp: 2, gdpOrder: 9, wallet: high }, { gdp: 1, gdpOrder: 1, wallet: low }),
    ).toBeLessThan(0);
  });

  test('a tie goes to the player who reached the GDP first', () => {
    expect(
      compareRank({ gdp: 1, gdpOrder: 1, wallet: high }, { gdp: 1, gdpOrder: 2, wallet: low }),
    ).toBeLessThan(0);
  });

  test('then the lower address', () => {
    expect(
      compareRank({ gdp: 1, gdpOrder: 1, wallet: low }, { gdp: 1, gdpOrder: 1, wallet: high }),
    ).toBeLessThan(0);
  });
});

describe('[PRE1] the order of presidency', () => {
  const a = { culturalCount: 2, culturalOrder: 5, wallet: high };
  test.each([
    ['more cultural NFTs', { culturalCount: 1, culturalOrder: 1, wallet: low }],
    [
      'the player who reached the number first',
      { culturalCount: 2, culturalOrder: 6, wallet: low },
    ],
  ])('%s ranks higher', (_, b) => {
    expect(comparePresidency(a, b)).toBeLessThan(0);
    expect(comparePresidency(b, a)).toBeGreaterThan(0);
  });

  test('then the lower address', () => {
    expect(comparePresidency({ ...a, wallet: low }, a)).toBeLessThan(0);
  });
});
