/** Amounts of DENA: wei as bigint internally, decimal strings in whole DENA on the wire. */
import { z } from 'zod';

export const DENA_DECIMALS = 18;
export const WEI_PER_DENA = 10n ** BigInt(DENA_DECIMALS);

/** An ERC-20 amount is a uint256: nothing larger can exist on chain. */
const MAX_WEI = 2n ** 256n - 1n;

const DECIMAL_SHAPE = /^(0|[1-9][0-9]{0,77})(?:\.([0-9]{1,18}))?$/;

/**
 * Parses a decimal string in whole DENA (`"1250.5"`) to exact wei; null for anything else: signs,
 * exponents, blanks, leading zeros, more than 18 decimals, more than a uint256.
 */
export function parseDena(text: string): bigint | null {
  const match = DECIMAL_SHAPE.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = ''] = match;
  const wei = BigInt(whole) * WEI_PER_DENA + BigInt(fraction.padEnd(DENA_DECIMALS, '0'));
  return wei <= MAX_WEI ? wei : null;
}

/**
 * Formats a non-negative amount of wei as the shortest decimal string in whole DENA; parseDena's
 * inverse.
 */
export function formatDena(wei: bigint): string {
  const whole = wei / WEI_PER_DENA;
  const fraction = wei % WEI_PER_DENA;
  if (fraction === 0n) return whole.toString();
  return `${whole}.${fraction.toString().padStart(DENA_DECIMALS, '0').replace(/0+$/, '')}`;
}

const AMOUNT_REMEDY =
  'An amount of DENA is a plain decimal such as 1250.5: no sign, no exponent, no blanks, at most 18 decimals.';

/**
 * An amount in a request, as wei. A decimal string is exact; a JSON number is read as the digits
 * JavaScript prints for it, and refused if those cannot be exact (an unsafe integer, an exponent).
 */
export const denaAmountSchema = z
  .union([z.string(), z.number()], { error: AMOUNT_REMEDY })
  .transform((value, context) => {
    const exact = typeof value === 'string' || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    const wei = exact ? parseDena(String(value)) : null;
    if (wei === null) {
      context.issues.push({ code: 'custom', message: AMOUNT_REMEDY, input: value });
      return z.NEVER;
    }
    return wei;
  });

/** An amount in an answer: a decimal string in whole DENA. */
export const denaTextSchema = z.string().regex(DECIMAL_SHAPE);

/**
 * Wei in a stored document: a decimal string there, a bigint here; the same schema encodes and
 * decodes.
 */
export const weiCodec = z.codec(z.string().regex(/^[0-9]{1,78}$/), z.bigint().nonnegative(), {
  decode: (text) => BigInt(text),
  encode: (wei) => wei.toString(),
});
