import { expect, it } from 'vitest';
import { rankBadge } from './rank-badge.ts';

it("says 'Top N' up to rank 10 and '#rank' beyond", () => {
  expect([1, 10, 11, 1234].map(rankBadge)).toEqual(['Top 1', 'Top 10', '#11', '#1234']);
});
