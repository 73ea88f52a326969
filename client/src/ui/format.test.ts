import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDena } from '../../../common/values/amount.ts';
import { formatCount, formatDenaAmount } from '../../../common/values/figures.ts';
import {
  formatChange,
  formatCompact,
  formatCountdown,
  formatDenaCompact,
  formatGdpK,
} from './format.ts';

describe('dollars', () => {
  it('GDP is in thousands, without decimals, with K', () => {
    expect(formatGdpK(25_000)).toBe('25K');
    expect(formatGdpK(18_499)).toBe('18K');
    expect(formatGdpK(18_500)).toBe('19K');
    expect(formatGdpK(0)).toBe('0K');
    expect(formatGdpK(1_234_567_000)).toBe('1,234,567K');
  });
});

describe('a percent change', () => {
  const intl = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

  it('reads as Intl.NumberFormat formats it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 999_999, noNaN: true }), (value) => {
        expect(formatChange(value).text).toBe(`+${intl.format(value)}%`);
      }),
    );
  });
});

describe('a whole number', () => {
  const intl = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

  it('reads as Intl.NumberFormat formats it', () => {
    fc.assert(
      fc.property(fc.double({ min: -(2 ** 53), max: 2 ** 53, noNaN: true }), (value) => {
        // Without a negative zero: counts are never below it.
        expect(formatCount(value)).toBe(intl.format(value + 0));
      }),
    );
  });
});

describe('a whole number in short', () => {
  const intl = new Intl.NumberFormat('en-US', {
    notation: 'compact',
    maximumSignificantDigits: 3,
    useGrouping: false,
  });

  it('reads as Intl.NumberFormat formats it, up to what it is used for', () => {
    const magnitudes = fc
      .tuple(fc.nat(11), fc.nat(9999))
      .map(([power, digits]) => BigInt(digits) * 10n ** BigInt(power));
    fc.assert(
      fc.property(fc.oneof(magnitudes, fc.bigInt({ min: 0n, max: 10n ** 15n - 1n })), (value) => {
        expect(formatCompact(value)).toBe(intl.format(value));
      }),
    );
  });
});

describe('DENA', () => {
  it('shows at most 4 decimals, truncated and never rounded up', () => {
    expect(formatDenaAmount('1250.5')).toBe('1,250.5');
    expect(formatDenaAmount('0.99999')).toBe('0.9999');
    expect(formatDenaAmount('100000')).toBe('100,000');
    expect(formatDenaAmount('3.10000')).toBe('3.1');
  });

  it('shortens only if the column is narrow and the figure long', () => {
    expect(formatDenaCompact('9999.12345')).toBe('9,999.1234');
    expect(formatDenaCompact('1234567')).toBe('1.23M');
    expect(formatDenaCompact('9999.99999999999999999')).toBe('9,999.9999');
    expect(formatDenaCompact('9'.repeat(60))).toBe('>999T');
  });

  it('reads as a figure at every magnitude, from a wei to all that a contract can hold', () => {
    const magnitudes = fc
      .tuple(fc.nat(77), fc.integer({ min: 1, max: 99 }))
      .map(([power, digits]) => formatDena(10n ** BigInt(power) * BigInt(digits)));
    fc.assert(
      fc.property(magnitudes, (dena) => {
        expect(formatDenaAmount(dena)).toMatch(/^(<0\.0001|\d{1,3}(,\d{3})*(\.\d{1,4})?)$/);
        expect(formatDenaCompact(dena)).toMatch(
          /^(<0\.0001|\d,\d{3}(\.\d{1,4})?|\d{1,3}(\.\d{1,4})?[KMBT]?|>999T)$/,
        );
      }),
    );
  });
});

describe('changes', () => {
  it('a rise and a fall carry their sign, and no change reads No change', () => {
    expect(formatChange(5.556)).toEqual({ direction: 'rise', text: '+5.56%' });
    expect(formatChange(-2)).toEqual({ direction: 'fall', text: '−2%' });
    expect(formatChange(0)).toEqual({ direction: 'none', text: 'No change' });
    expect(formatChange(null)).toEqual({ direction: 'none', text: 'No change' });
    expect(formatChange(1e25)).toEqual({ direction: 'rise', text: '>+999,999%' });
    expect(formatChange(-1e25)).toEqual({ direction: 'fall', text: '<−999,999%' });
  });
});

describe('countdowns', () => {
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;

  it('shows the two largest units', () => {
    expect(formatCountdown(7 * day)).toBe('7d 00h');
    expect(formatCountdown(6 * day + 23 * hour + 59 * minute)).toBe('6d 23h');
    expect(formatCountdown(3 * hour + 5 * minute)).toBe('3h 05m');
    expect(formatCountdown(4 * minute + 9 * second)).toBe('4m 09s');
    expect(formatCountdown(12 * second)).toBe('12s');
  });

  it('reads 0s only once it is over', () => {
    expect(formatCountdown(1)).toBe('1s');
    expect(formatCountdown(0)).toBe('0s');
    expect(formatCountdown(-day)).toBe('0s');
  });
});
