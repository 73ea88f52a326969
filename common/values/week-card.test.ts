import { expect, test } from 'vitest';
import { weekCardText } from './week-card.ts';

test('[SCR78] a player’s own week is a line, with whom they passed if that is known', () => {
  expect(weekCardText({ rank: 17, gained: 4100, passed: 31 }, 5123)).toBe(
    '#17 of 5,123, +$4,100, passed 31',
  );
  expect(weekCardText({ rank: 17, gained: 4100 }, 5123)).toBe('#17 of 5,123, +$4,100');
});
