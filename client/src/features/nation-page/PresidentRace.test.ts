import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { neededBy, raceOf } from './PresidentRace.tsx';

const candidate = (digit: string, stakedCount: number) => ({
  walletAddress: address(`0x${digit.repeat(40)}`),
  name: null,
  rank: 1,
  stakedCount,
  since: '2026-11-01T00:00:00.000Z',
});
const [A, B, C] = [candidate('1', 7), candidate('2', 5), candidate('3', 7)];

describe('[PRE1] the race for President', () => {
  it('is vacant while nobody has a work of art staked', () => {
    expect(raceOf([])).toEqual({ kind: 'vacant' });
    expect(neededBy([], A.walletAddress)).toBe(1);
  });

  it('takes one more than the president has, since the president was there first', () => {
    expect(raceOf([A])).toEqual({ kind: 'unopposed', president: A, needed: 8 });
    expect(raceOf([A, B])).toMatchObject({ kind: 'contested', margin: 2, needed: 3 });
    expect(raceOf([A, C])).toMatchObject({ kind: 'contested', margin: 0, needed: 1 });
  });

  it('gives the number that anyone needs', () => {
    const stranger = candidate('4', 1).walletAddress;
    expect([A, B, C].map(({ walletAddress }) => neededBy([A, C, B], walletAddress))).toEqual([
      null,
      3,
      1,
    ]);
    expect(neededBy([A, C, B], stranger)).toBe(8);
  });
});
