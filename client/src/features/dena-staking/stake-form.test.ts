import { describe, expect, it } from 'vitest';
import { WEI_PER_DENA } from '../../../../common/values/amount.ts';
import { SPECIFIED_RULES } from '../../../../common/rules/specified.ts';
import { bonusOf, readiness, understood, type Available } from './stake-form.ts';

const specifiedBonus = (text: string, available: Available) =>
  bonusOf(text, available, SPECIFIED_RULES);
const known = (dena: bigint) => ({ status: 'known', wei: dena * WEI_PER_DENA }) as const;

describe('[GDP1] the previewed bonus', () => {
  it('is floor(amount × 0.1), exactly', () => {
    const much = known(10n ** 18n);
    expect(specifiedBonus('10,000', much)).toBe(1000n);
    expect(specifiedBonus('19.999999999999999999', much)).toBe(1n);
    expect(specifiedBonus('9.99', much)).toBe(0n);
    expect(specifiedBonus('90071992547409930', much)).toBe(9007199254740993n);
  });

  it('is by the rate in force', () => {
    expect(bonusOf('10,000', known(10_000n), { denaPerDollar: 2500 })).toBe(4n);
    expect(understood(2499n * WEI_PER_DENA, { denaPerDollar: 2500 })).toBe(
      '2,499 DENA adds nothing to your GDP: each stake is rounded down, and 2,500 DENA adds $1.',
    );
  });

  it('is not shown for more than the player has, nor for an invalid amount', () => {
    expect(specifiedBonus('200,000', known(100_000n))).toBeNull();
    expect(specifiedBonus('ten', known(100_000n))).toBeNull();
    expect(specifiedBonus('10', { status: 'loading' })).toBeNull();
    expect(specifiedBonus('10', { status: 'unreadable' })).toBeNull();
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
