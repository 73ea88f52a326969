/** The encodings of JSON-RPC answers (Ethereum's execution API): nothing is trusted. */
import { z } from 'zod';

/** A quantity as a number: `0x1a`, at most 52 bits. */
export const quantitySchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,13}$/)
  .transform(Number);

/** A quantity of up to 256 bits. */
export const bigQuantitySchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt);

/** Bytes, in lower case. */
export const hexBytesSchema = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((text) => text.toLowerCase());
