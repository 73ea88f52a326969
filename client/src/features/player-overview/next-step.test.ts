import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { nextStep } from './next-step.ts';

const row = (digit: string, rank: number, gdp: number) => ({
  walletAddress: address(`0x${digit.repeat(40)}`),
  rank,
  gdp,
});
const rows = [row('1', 1, 30_000), row('2', 2, 25_000), row('3', 3, 24_000)];

describe('the next step', () => {
  it('is the first stake for a new player', () => {
    expect(nextStep(rows, row('3', 3, 18_000), 18_000)).toEqual({ kind: 'first-stake' });
  });

  it('[LB1] passes the one above by a dollar more than theirs', () => {
    expect(nextStep(rows, row('3', 3, 24_000), 18_000)).toMatchObject({
      kind: 'pass',
      rank: 2,
      dena: 10_010,
    });
  });

  it('tells the leader how far the second is', () => {
    expect(nextStep(rows, row('1', 1, 30_000), 18_000)).toEqual({ kind: 'lead', lead: 5000 });
    expect(nextStep(rows.slice(0, 1), row('1', 1, 30_000), 18_000)).toEqual({
      kind: 'lead',
      lead: null,
    });
  });

  it('says nothing before it knows', () => {
    expect(nextStep(rows, null, 18_000)).toBeNull();
    expect(nextStep(rows, row('9', 2000, 19_000), 18_000)).toBeNull();
  });
});
