import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { digest } from './digest.ts';

const row = (digit: string, gdp: number) => ({
  walletAddress: address(`0x${digit.repeat(40)}`),
  nationName: 'Italy',
  gdp,
});

describe('the digest', () => {
  it('counts what changed and names who leads', () => {
    expect(digest([row('1', 5000), row('2', 4)], [row('1', 5000), row('2', 9), row('3', 1)])).toBe(
      '2 GDPs changed. Italy, 0x1111…1111 still leads, at $5,000.',
    );
  });

  it('mentions a new leader first', () => {
    expect(digest([row('1', 5), row('2', 4)], [row('2', 6000), row('1', 5)])).toBe(
      'New leader: Italy, 0x2222…2222, at $6,000. 1 GDP changed.',
    );
  });
});
