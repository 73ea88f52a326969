import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { neededBy } from './PresidentRace.tsx';

const candidate = (digit: string, stakedCount: number) => ({
  walletAddress: address(`0x${digit.repeat(40)}`),
  name: null,
  rank: 1,
  stakedCount,
  since: '2026-11-01T00:00:00.000Z',
});
const [A, B, C] = [candidate('1', 7), candidate('2', 5), candidate('3', 7)];

describe('[PRE1] the race for President', () => {
  it('takes one cultural NFT while nobody has any staked', () => {
    expect(neededBy([], A.walletAddress)).toBe(1);
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
