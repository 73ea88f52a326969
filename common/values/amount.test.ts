import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { denaAmountSchema, formatDena, parseDena, weiCodec, WEI_PER_DENA } from './amount.ts';

const anyWei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

describe('amounts of DENA are exact', () => {
  test('formatted amounts parse back to the same wei', () => {
    fc.assert(
      fc.property(anyWei, (wei) => {
        expect(parseDena(formatDena(wei))).toBe(wei);
      }),
    );
  });

  test('a stored amount reads back unchanged', () => {
    fc.assert(
      fc.property(anyWei, (wei) => {
        expect(weiCodec.parse(weiCodec.encode(wei))).toBe(wei);
      }),
    );
  });

  test('sums and differences of wire amounts equal those of the wei', () => {
    fc.assert(
      fc.property(anyWei, anyWei, (a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a];
        const parse = (wei: bigint) => parseDena(formatDena(wei)) ?? -1n;
        expect(parse(large) - parse(small)).toBe(large - small);
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
    '1E3',
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '1,000',
    '.5',
    '5.',
    '01',
    '0x10',
    'NaN',
    'Infinity',
    '1.0000000000000000000',
    '0.0000000000000000001',
    '9'.repeat(78),
    '9'.repeat(100_000),
    '١',
    -1,
    1e21,
    1e-7,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    [],
    {},
    [1],
  ])('%j is refused', (input) => {
    const result = denaAmountSchema.safeParse(input);
    expect(result.success).toBe(false);
    expect(result.error?.issues[0]?.message).toMatch(/plain decimal/);
  });
});
