import { describe, expect, it } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { rankMoves } from './rank-moves.ts';

const a = address(`0x${'a'.repeat(40)}`);
const b = address(`0x${'b'.repeat(40)}`);
const c = address(`0x${'c'.repeat(40)}`);

const ranked = (...wallets: (typeof a)[]) =>
  wallets.map((walletAddress, i) => ({ walletAddress, rank: i + 1 }));

describe('rank moves', () => {
  it('are counted from where a row was first seen', () => {
    const first = new Map();
    expect(rankMoves(first, ranked(a, b, c)).size).toBe(0);
    expect([...rankMoves(first, ranked(c, a, b))]).toEqual([
      [c, 2],
      [a, -1],
      [b, -1],
    ]);
  });

  it('disappear once everyone is back in place', () => {
    const first = new Map();
    rankMoves(first, ranked(a, b));
    rankMoves(first, ranked(b, a));
    expect(rankMoves(first, ranked(a, b)).size).toBe(0);
  });

  it('leave a newcomer unmarked', () => {
    const first = new Map();
    rankMoves(first, ranked(a, b));
    expect(rankMoves(first, ranked(c, a, b)).has(c)).toBe(false);
  });
});
