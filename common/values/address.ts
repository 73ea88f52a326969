/**
 * Ethereum account addresses: EIP-55 checksum form internally, any valid form accepted from
 * outside.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';

/** An account or contract address in EIP-55 checksum form. */
export type Address = z.infer<typeof addressSchema>;

const ADDRESS_SHAPE = /^0x[0-9a-fA-F]{40}$/;

/**
 * A cache of checksum forms by recent input: each player's requests name the same few addresses. A
 * hit takes a sixteenth of the time (bench/RESULTS.md).
 */
const known = new Map<string, `0x${string}`>();
const MOST_KNOWN = 10_000;

/** The EIP-55 checksum form of `0x` and 40 hex digits; the digits' case is ignored. */
function checksum(address: string): `0x${string}` {
  const found = known.get(address);
  if (found !== undefined) return found;
  if (known.size === MOST_KNOWN) known.clear();
  const result = computeChecksum(address);
  known.set(address, result);
  return result;
}

function computeChecksum(address: string): `0x${string}` {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  let result = '';
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charAt(i);
    result += hash.charCodeAt(i) >= 0x38 /* '8' */ ? digit.toUpperCase() : digit;
  }
  return `0x${result}`;
}

/**
 * Parses an address: all lower-case, all upper-case or EIP-55 mixed case, and returns the EIP-55
 * form. Mixed case that fails its checksum is refused, because it means a mistyped digit.
 */
export const addressSchema = z
  .string({ error: 'A wallet address is text: 0x and 40 hexadecimal digits.' })
  .refine((text) => ADDRESS_SHAPE.test(text), {
    error: 'That is not a wallet address: it must be 0x followed by 40 hexadecimal digits.',
    abort: true,
  })
  .transform((text, context) => {
    const checksummed = checksum(text);
    const digits = text.slice(2);
    const singleCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
    if (!singleCase && text !== checksummed) {
      context.issues.push({
        code: 'custom',
        message:
          'That address fails its checksum: copy it again from the wallet, or send it in lower case.',
        input: text,
      });
      return z.NEVER;
    }
    return checksummed;
  })
  .brand<'Address'>();

/**
 * An address that this product wrote (a stored document, its own wire): the shape is checked and
 * the checksum trusted, so that a million documents load without a million hashes.
 */
export const writtenAddressSchema = z
  .templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)])
  .brand<'Address'>();

/** Parses an address that this program made; throws on anything else. */
export function address(text: string): Address {
  return addressSchema.parse(text);
}

/** Orders addresses by their numeric value: the last tie-break of [LB1] and [PRE1]. */
export function compareAddresses(a: Address, b: Address): number {
  // Digit by digit and without a copy, because a million rows are sorted with this when they tie.
  for (let i = 2; i < a.length; i += 1) {
    // Bit 5 is the case bit of a letter; every digit has it set.
    const difference = (a.charCodeAt(i) | 0x20) - (b.charCodeAt(i) | 0x20);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}
