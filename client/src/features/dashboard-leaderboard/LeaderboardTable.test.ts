import { expect, it } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { rowsAround } from './LeaderboardTable.tsx';

const rowAt = (rank: number) => ({ rank, walletAddress: walletOf(rank) });
const rows = Array.from({ length: 20 }, (_, i) => rowAt(i + 1));
const shown = (own: number | null, of = rows) =>
  rowsAround(of, own === null ? null : rowAt(own), 5).map(({ rank }) => rank);

it('the short leaderboard is the leader and the rows around the player', () => {
  expect(shown(1)).toEqual([1, 2, 3, 4, 5]);
  expect(shown(3)).toEqual([1, 2, 3, 4, 5]);
  expect(shown(4)).toEqual([1, 2, 3, 4, 5]);
  expect(shown(5)).toEqual([1, 4, 5, 6, 7]);
  expect(shown(20)).toEqual([1, 17, 18, 19, 20]);
});

it('it has as many rows as there are, and the player below them if they are not among them', () => {
  expect(shown(null)).toEqual([1, 2, 3, 4, 5]);
  expect(shown(2, rows.slice(0, 3))).toEqual([1, 2, 3]);
  expect(shown(500)).toEqual([1, 2, 3, 4, 500]);
  expect(shown(null, [])).toEqual([]);
});
