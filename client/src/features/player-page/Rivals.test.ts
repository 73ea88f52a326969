import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { testRow } from '../../../../common/testing/row.ts';
import { rivalsIn } from './Rivals.tsx';

const wallet = (n: number) => address(`0x${String(n).padStart(40, '0')}`);
const row = (rank: number, gdp: number) => testRow({ rank, walletAddress: wallet(rank), gdp });
const ROWS = Array.from({ length: 10 }, (_, i) => row(i + 1, 20_000 - i * 100));
const ranksAround = (rank: number, total = ROWS.length) =>
  rivalsIn(ROWS, wallet(rank), total)?.map((one) => one.rank) ?? null;

describe('rivals', () => {
  it('are three above and three below, fewer at either end', () => {
    expect(ranksAround(5)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(ranksAround(1)).toEqual([1, 2, 3, 4]);
    expect(ranksAround(10)).toEqual([7, 8, 9, 10]);
  });

  it('are not taken from live rows that end too early', () => {
    expect(ranksAround(7, 1000)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(ranksAround(8, 1000)).toBeNull();
    expect(ranksAround(11)).toBeNull();
  });
});
