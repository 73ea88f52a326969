import { describe, expect, it } from 'vitest';
import { parseDena } from '../../../../common/values/amount.ts';
import { address } from '../../../../common/values/address.ts';
import { balanceHistory, nationDay, nationGdpHistory, rankHistory } from './histories.ts';

const wallet = (digit: number) => address(`0x${String(digit).repeat(40)}`);
const row = (digit: number, gdp: number) => ({ walletAddress: wallet(digit), gdp });
const event = (minute: number, digit: number, gdpBefore: number, gdpAfter: number) => ({
  at: new Date(minute * 60_000).toISOString(),
  walletAddress: wallet(digit),
  gdpBefore,
  gdpAfter,
});
const at = (minute: number, value: number) => ({ atMs: minute * 60_000, value });
const NOW = 10 * 60_000;

describe('a balance', () => {
  const found = (minute: number, denaBalance: string) => ({
    at: new Date(minute * 60_000).toISOString(),
    denaBalance,
  });

  it('is the balance at each event, then the current one', () => {
    const before = '100.000000000000000001';
    const wei = parseDena(before);
    expect(balanceHistory([found(5, '80.5'), found(1, before)], 1n, NOW)).toEqual([
      { ...at(1, 0), value: wei },
      { ...at(5, 0), value: parseDena('80.5') },
      { ...at(10, 0), value: 1n },
    ]);
  });
});

describe('a nation’s GDP', () => {
  it('is the current total minus what each event added', () => {
    const events = [
      event(9, 1, 19_000, 18_500),
      event(8, 2, 18_000, 18_000),
      event(5, 1, 18_000, 19_000),
      event(2, 2, 0, 18_000),
    ];
    expect(nationGdpHistory(events, 36_500, 36_500, NOW)).toEqual([
      at(2, 18_000),
      at(2, 36_000),
      at(5, 37_000),
      at(9, 36_500),
      at(10, 36_500),
    ]);
  });
});

it('a nation’s day is its total at the end of each minute, and the live one', () => {
  const totals = { usa: 0, italy: 5, argentina: 0, china: 9 };
  const moments = [
    { atMs: 60_000, totals },
    { atMs: 120_000, totals: { ...totals, italy: 7 } },
    { atMs: NOW, totals: { ...totals, italy: 8 } },
  ];
  expect(nationDay(moments, 'italy', 9)).toEqual([at(1, 5), at(2, 7), at(10, 9)]);
  expect(nationDay([], 'italy', 9)).toEqual([]);
});

describe('a rank', () => {
  const rows = [row(3, 30), row(2, 20), row(1, 10)];

  it('falls as anyone passes the player, and rises as the player passes others', () => {
    const events = [event(9, 3, 5, 30), event(6, 1, 4, 10), event(5, 2, 7, 20), event(1, 1, 0, 4)];
    expect(rankHistory(events, rows, wallet(1), 3, NOW)).toEqual([
      at(1, -3),
      at(6, -2),
      at(9, -3),
      at(10, -3),
    ]);
  });

  it('keeps the current order of ties, and invents none', () => {
    const tied = [row(3, 10), row(2, 10), row(1, 10)];
    expect(rankHistory([event(9, 3, 10, 10)], tied, wallet(1), 3, NOW)).toEqual([
      at(9, -3),
      at(10, -3),
    ]);
  });

  it('of a player beyond the loaded rows is unknown', () => {
    expect(rankHistory([event(9, 3, 5, 30)], rows, wallet(4), 1200, NOW)).toBeNull();
  });
});
