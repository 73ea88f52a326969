import { getAddress, hexlify } from 'ethers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInput } from '../protocol/parse.ts';
import { address, addressSchema, compareAddresses, writtenAddressSchema } from './address.ts';

const anyHex = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => hexlify(bytes));

describe('an address', () => {
  test('is returned in the EIP-55 form that ethers computes', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        expect(address(hex)).toBe(getAddress(hex));
      }),
    );
  });

  test('is the same however often it is parsed, and however many others come in between', () => {
    const first = hexlify(new Uint8Array(20).fill(0xab));
    const numbered = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
    for (let n = 0; n < 12_000; n += 1) {
      address(numbered(n));
      if (n % 4000 < 2) expect(address(first)).toBe(getAddress(first));
    }
    expect(address(numbered(0xabcdef))).toBe(getAddress(numbered(0xabcdef)));
  });

  test('is accepted in lower, upper and checksum case', () => {
    const checksummed = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    expect(address(checksummed)).toBe(checksummed);
    expect(address(checksummed.toLowerCase())).toBe(checksummed);
    expect(address(`0x${checksummed.slice(2).toUpperCase()}`)).toBe(checksummed);
  });

  test.each([
    ['0x', 'not a wallet address'],
    ['f39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'not a wallet address'],
    ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226', 'not a wallet address'],
    ['0xg39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'not a wallet address'],
    ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266\n', 'not a wallet address'],
    ['0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'fails its checksum'],
    [42, 'is text'],
  ])('%j is refused with a reason', (input, words) => {
    const parsed = parseInput(addressSchema, input);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.sentence).toContain(words);
  });

  test('of a stored document is checked only for its shape', () => {
    expect(writtenAddressSchema.safeParse('0x'.padEnd(42, 'a')).success).toBe(true);
    expect(writtenAddressSchema.safeParse('0x'.padEnd(42, 'a').concat('\n')).success).toBe(false);
    expect(writtenAddressSchema.safeParse('0x'.padEnd(43, 'a')).success).toBe(false);
  });
});

test('addresses are ordered by value, whatever their case', () => {
  fc.assert(
    fc.property(anyHex, anyHex, (a, b) => {
      const byValue = BigInt(a) === BigInt(b) ? 0 : BigInt(a) < BigInt(b) ? -1 : 1;
      expect(compareAddresses(address(a), address(b))).toBe(byValue);
    }),
  );
});
