import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDena } from '../../../../common/values/amount.ts';
import { denaSince } from './since-joining.tsx';

const dena = (text: string): bigint => parseDena(text) ?? 0n;

it('the change of a balance since joining is exact', () => {
  expect(denaSince(dena('0.3') - dena('0.1'))).toBe('+0.2 DENA since you joined');
  expect(denaSince(-dena('0.2'))).toBe('−0.2 DENA since you joined');
  expect(denaSince(0n)).toBeNull();
});

it('every change of a balance can be said, however small or large', () => {
  const anyWei = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
  const magnitudes = fc.tuple(anyWei, fc.nat(255)).map(([wei, bits]) => (wei >> BigInt(bits)) + 1n);
  fc.assert(
    fc.property(magnitudes, (wei) => {
      expect(denaSince(wei)).toMatch(/^\+(<0\.0001|[\d,]+(\.\d{1,4})?) DENA since you joined$/);
    }),
  );
});
