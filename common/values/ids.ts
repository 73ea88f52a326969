/** Opaque ids and positions shared by all parts. */
import { z } from 'zod';

/** A stake's opaque id. */
export const stakeIdSchema = z
  .string({ error: 'A stakeId is text: send the id that the stake was listed with.' })
  .regex(/^[A-Za-z0-9_-]{1,64}$/, {
    error: 'That is not a stake id: send the id that the stake was listed with.',
  })
  .brand<'StakeId'>();
export type StakeId = z.infer<typeof stakeIdSchema>;

/** Identifies a command, unique per wallet, so that a retry acts once: an `Idempotency-Key`. */
export const commandIdSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, {
    error: 'An Idempotency-Key is 1 to 128 visible ASCII characters.',
  })
  .brand<'CommandId'>();
export type CommandId = z.infer<typeof commandIdSchema>;

/** The store's commit position: fixed-width text that sorts in commit order. */
export const revSchema = z
  .string()
  .regex(/^[0-9a-f]{16}$/, { error: 'That is not a position: send the id of an event.' })
  .brand<'Rev'>();
export type Rev = z.infer<typeof revSchema>;

/** Before every commit. */
export const REV_ZERO = revSchema.parse('0'.repeat(16));

/** The lowest rev above this one. */
export function revAfter(rev: Rev): Rev {
  return revSchema.parse((BigInt(`0x${rev}`) + 1n).toString(16).padStart(16, '0'));
}

/**
 * Identifies a data set; another epoch means that everything cached from the old one is invalid.
 */
export const epochSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .brand<'Epoch'>();
export type Epoch = z.infer<typeof epochSchema>;

/** A token id is a uint256: a contract accepts nothing larger. */
const MAX_TOKEN_ID = 2n ** 256n - 1n;

const TOKEN_ID_REMEDY = 'A tokenId is a whole number below 2^256, such as 2.';

/** An ERC-1155 token id: a number or a decimal string in a request, a bigint internally. */
export const tokenIdSchema = z
  .union([z.string(), z.number()], { error: TOKEN_ID_REMEDY })
  .transform((value, context) => {
    const text = String(value);
    const exact = typeof value === 'string' || Number.isSafeInteger(value);
    const id = exact && /^(0|[1-9][0-9]{0,77})$/.test(text) ? BigInt(text) : null;
    if (id === null || id > MAX_TOKEN_ID) {
      context.issues.push({ code: 'custom', message: TOKEN_ID_REMEDY, input: value });
      return z.NEVER;
    }
    return id;
  });

/** An `Instant`; apart from it, since the first page needs its texts and no parser. */
export const instantSchema = z.int().nonnegative();
