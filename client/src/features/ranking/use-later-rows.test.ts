import { describe, expect, it } from 'vitest';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { address } from '../../../../common/values/address.ts';
import { testRow } from '../../../../common/testing/row.ts';
import { placeLater } from './use-later-rows.ts';

function row(digit: number, rank: number): LeaderboardEntry {
  return testRow({ rank, walletAddress: address(`0x${String(digit).repeat(40)}`) });
}
const wallets = (...rows: LeaderboardEntry[]) => new Set(rows.map((entry) => entry.walletAddress));
const shown = (placed: ReadonlyMap<number, LeaderboardEntry>) =>
  [...placed].map(([index, { walletAddress }]) => [index, walletAddress.slice(0, 3)]);

describe('rows beyond the live ones', () => {
  it('place a wallet that is on two pages where the newer page has it', () => {
    const older = { rows: [row(1, 1001), row(2, 1002)], offset: 1000, polledAt: 1 };
    const newer = { rows: [row(2, 1003), row(3, 1004)], offset: 1002, polledAt: 2 };
    expect(shown(placeLater([older, newer], new Set(), 1000))).toEqual([
      [1002, '0x2'],
      [1003, '0x3'],
      [1000, '0x1'],
    ]);
  });
});

describe('the later rows of a nation', () => {
  // Two of the nation's four rows are live. Their overall ranks say nothing about their index in
  // this list.
  const page = { rows: [row(1, 7), row(2, 9), row(3, 1400), row(4, 2000)], offset: 0, polledAt: 1 };

  it('are placed by their index in the nation, after its live rows', () => {
    const live = wallets(row(1, 7), row(2, 9));
    expect(shown(placeLater([page], live, 2))).toEqual([
      [2, '0x3'],
      [3, '0x4'],
    ]);
  });
});
