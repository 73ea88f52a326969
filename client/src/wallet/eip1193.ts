/**
 * A browser wallet as EIP-1193 describes it: all of its answers are parsed before they are trusted.
 */
import { z } from 'zod';
import { addressSchema, type Address } from '../../../common/values/address.ts';

export interface Eip1193Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

/** Anything with a `request` function; events are optional, as some wallets have none. */
export function isProvider(value: unknown): value is Eip1193Provider {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  try {
    return 'request' in value && typeof value.request === 'function';
  } catch (error) {
    console.warn('A wallet does not let itself be read:', error);
    return false;
  }
}

/**
 * Listens as far as the wallet allows: one without events can still be asked. Returns how to stop.
 */
export function listen(
  provider: Eip1193Provider,
  listeners: Readonly<Record<string, (payload: unknown) => void>>,
): () => void {
  const forEach = (method: 'on' | 'removeListener') => {
    for (const [event, listener] of Object.entries(listeners)) {
      try {
        provider[method]?.(event, listener);
      } catch (error) {
        console.warn(`The wallet does not report ${event}:`, error);
      }
    }
  };
  forEach('on');
  return () => forEach('removeListener');
}

/** Why a wallet refused, as far as it is handled separately. */
type Refusal = 'rejected' | 'pending' | 'unauthorized' | 'offline' | 'unknown-chain';

/** The codes of EIP-1193, EIP-1474 and EIP-3326, and the word that ethers puts in their place. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['4001', 'rejected'],
  ['ACTION_REJECTED', 'rejected'],
  ['4100', 'unauthorized'],
  ['4900', 'offline'],
  ['4901', 'offline'],
  ['4902', 'unknown-chain'],
  ['-32002', 'pending'],
]);
const REJECTED_WORDS = /\buser (?:rejected|denied|cancell?ed)\b/i;

const errorSchema = z.object({
  code: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});
/** Where wallets and libraries put the error that they wrap. */
const WRAPPED = ['data', 'originalError', 'error', 'info', 'cause'] as const;
const MAX_WRAPPED = 4;

/** A property of an error; undefined if the wallet's object throws when it is read. */
function readOf(error: object, name: string): unknown {
  try {
    return Reflect.get(error, name);
  } catch {
    return undefined;
  }
}

/** An error and those that it wraps, the outermost first. */
function layersOf(error: unknown, depth = 0): z.infer<typeof errorSchema>[] {
  if (typeof error === 'string') return [{ message: error }];
  if (typeof error !== 'object' || error === null || depth > MAX_WRAPPED) return [];
  return [
    errorSchema.parse({ code: readOf(error, 'code'), message: readOf(error, 'message') }),
    ...WRAPPED.flatMap((name) => layersOf(readOf(error, name), depth + 1)),
  ];
}

/** By the outermost known code, otherwise by its words; null if neither is known. */
export function refusalOf(error: unknown): Refusal | null {
  const layers = layersOf(error);
  for (const { code } of layers) {
    const refusal = REFUSALS.get(code ?? '');
    if (refusal) return refusal;
  }
  return layers.some(({ message }) => REJECTED_WORDS.test(message ?? '')) ? 'rejected' : null;
}

/**
 * The account in use from an account list, in checksum form; null for an empty list or no list. How
 * a wallet mixes the cases is ignored: some follow other checksums than EIP-55.
 */
export function firstAccount(accounts: unknown): Address | null {
  const parsed = z.array(z.unknown()).safeParse(accounts);
  const first = z.string().toLowerCase().safeParse(parsed.data?.[0]);
  return addressSchema.safeParse(first.data).data ?? null;
}

/**
 * A chain id: `0x1` by EIP-1193, and as wallets also write it, `0X1`, `1`, a number or `eip155:1`
 * (CAIP-2); null for anything else.
 */
export function parseChainId(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'bigint' ? `${value}` : value;
  if (typeof text !== 'string') return null;
  const [, digits] = /^(?:eip155:)?(0x[0-9a-f]{1,12}|[0-9]{1,15})$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The remedies that do not depend on what the wallet was asked. */
const REMEDIES = {
  pending: 'The wallet is already asking for something. Open it and answer.',
  unauthorized:
    'The wallet no longer shares this account with the page. Press Disconnect, then connect it again.',
  offline: 'The wallet has lost its connection to the network. Check its network, then try again.',
} as const;

/**
 * What to tell the player about a wallet's error: the remedy for its reason, otherwise `otherwise`.
 */
export function remedyFor(
  error: unknown,
  {
    otherwise,
    ...own
  }: { readonly otherwise: string } & Partial<Readonly<Record<Refusal, string>>>,
): string {
  const refusal = refusalOf(error);
  const remedies: Partial<Readonly<Record<Refusal, string>>> = { ...REMEDIES, ...own };
  return (refusal && remedies[refusal]) ?? otherwise;
}
