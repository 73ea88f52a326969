import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { denaAmountSchema, formatDena, parseDena, WEI_PER_DENA } from './amount.ts';

const anyWei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

describe('amounts of DENA are exact', () => {
  test('formatted amounts parse back to the same wei', () => {
    fc.assert(
      fc.property(anyWei, (wei) => {
        expect(parseDena(formatDena(wei))).toBe(wei);
      }),
    );
  });

  test('an amount is formatted without needless zeros', () => {
    expect(formatDena(0n)).toBe('0');
    expect(formatDena(1n)).toBe('0.000000000000000001');
    expect(formatDena((12_505n * WEI_PER_DENA) / 10n)).toBe('1250.5');
    expect(formatDena(100_000n * WEI_PER_DENA)).toBe('100000');
  });
});

describe('an amount in a request', () => {
  test.each([
    ['1250.5', 1_250_500_000_000_000_000_000n],
    [1250.5, 1_250_500_000_000_000_000_000n],
    [0.1, 100_000_000_000_000_000n],
    ['0.000000000000000001', 1n],
    ['0', 0n],
    [10_000, 10_000n * WEI_PER_DENA],
  ])('%j is accepted', (input, wei) => {
    expect(denaAmountSchema.parse(input)).toBe(wei);
  });

  test.each([
    '-1',
    '+1',
    '1e3',
    '',
    '1\n',
    '1,000',
    '01',
    '0x10',
    'NaN',
    '1.0000000000000000000',
    '9'.repeat(78),
    '9'.repeat(100_000),
    '١',
    -1,
    1e21,
    1e-7,
    2 ** 53,
    Number.POSITIVE_INFINITY,
    [1],
  ])('%j is refused', (input) => {
    const result = denaAmountSchema.safeParse(input);
    expect(result.success).toBe(false);
    expect(result.error?.issues[0]?.message).toMatch(/plain decimal/);
  });
});
