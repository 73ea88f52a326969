/** A browser wallet as EIP-1193 describes it: all of its answers are parsed before they are trusted. */
import { z } from 'zod';
import { addressSchema, type Address } from '../../../common/values/address.ts';

export interface Eip1193Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

/** Anything with a `request` function; events are optional, as some wallets have none. */
export function isProvider(value: unknown): value is Eip1193Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function'
  );
}

/** The EIP-1193 and EIP-1474 error codes that are handled separately. */
export const USER_REJECTED = 4001;
export const REQUEST_PENDING = -32002;
export const UNKNOWN_CHAIN = 4902;

const codedSchema = z.object({ code: z.int() });

export function errorCode(error: unknown): number | null {
  return codedSchema.safeParse(error).data?.code ?? null;
}

/** The account in use from an account list, in checksum form; null for an empty list or no list. */
export function firstAccount(accounts: unknown): Address | null {
  const parsed = z.array(z.unknown()).safeParse(accounts);
  return addressSchema.safeParse(parsed.data?.[0]).data ?? null;
}

/** A chain id as wallets write it, `0x1`; null for anything else. */
export function parseChainId(value: unknown): number | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,12}$/.test(value)
    ? Number.parseInt(value, 16)
    : null;
}
