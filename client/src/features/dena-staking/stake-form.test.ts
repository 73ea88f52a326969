import { describe, expect, it } from 'vitest';
import { WEI_PER_DENA } from '../../../../common/values/amount.ts';
import { bonusOf, readiness } from './stake-form.ts';

const known = (dena: bigint) => ({ status: 'known', wei: dena * WEI_PER_DENA }) as const;

describe('[GDP1] the previewed bonus', () => {
  it('is floor(amount × 0.1), exactly', () => {
    const much = known(10n ** 18n);
    expect(bonusOf('10,000', much)).toBe(1000n);
    expect(bonusOf('19.999999999999999999', much)).toBe(1n);
    expect(bonusOf('9.99', much)).toBe(0n);
    expect(bonusOf('90071992547409930', much)).toBe(9007199254740993n);
  });

  it('is not shown for more than the player has, nor for an invalid amount', () => {
    expect(bonusOf('200,000', known(100_000n))).toBeNull();
    expect(bonusOf('ten', known(100_000n))).toBeNull();
    expect(bonusOf('10', { status: 'loading' })).toBeNull();
    expect(bonusOf('10', { status: 'unreadable' })).toBeNull();
  });
});

describe('an amount', () => {
  it('cannot be staked if it is 0, or one wei more than available', () => {
    expect(readiness('0', known(5n))).toMatchObject({ reason: 'The amount must be above 0.' });
    expect(readiness('5.000000000000000001', known(5n))).toMatchObject({
      reason: 'You have 5 DENA left to stake. Enter that much or less.',
    });
    expect(readiness('', known(5n)).status).toBe('blocked');
  });

  it('[TXT7, TXT15] reports wallet problems in the words of the error catalogue', () => {
    expect(readiness('5', { status: 'unreadable' })).toMatchObject({
      title: 'Balance Unavailable',
      reason:
        'Unable to read your DENA balance. Please check your wallet connection and try again.',
    });
    expect(readiness('5', { status: 'offline' })).toMatchObject({
      title: 'Balance Unavailable',
      reason: 'Your device is offline. Your DENA balance is read again once it is online.',
    });
    expect(readiness('5', { status: 'wrong-network' })).toMatchObject({
      reason: 'Please switch to Ethereum Mainnet (Chain ID: 1)',
    });
    expect(readiness('5', { status: 'loading' }).status).toBe('blocked');
  });
});
