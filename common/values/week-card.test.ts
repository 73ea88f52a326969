import { expect, test } from 'vitest';
import { weekCardText } from './week-card.ts';

test('[SCR78] a player’s own week is a line, with whom they passed if that is known', () => {
  expect(weekCardText({ rank: 17, gained: 4100, passed: 31 }, 5123)).toBe(
    '#17 of 5,123, +$4,100, passed 31 overall',
  );
  expect(weekCardText({ rank: 17, gained: 4100 }, 5123)).toBe('#17 of 5,123, +$4,100');
  expect(weekCardText({ rank: 1, gained: 9, passed: 0 }, 1)).toBe('#1 of 1, +$9');
});
