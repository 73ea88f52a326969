/** What callers are answered while the store or the chain can't be reached. */
import type { Refusal } from '../../../common/rules/decision.ts';
import { ChainUnavailable } from '../../chain/chain.ts';
import { QueueFull } from '../../lib/bounded-queue.ts';
import { StoreUnavailable } from '../../store/store.ts';

export type Unavailable = Refusal<'store-unavailable' | 'chain-unavailable' | 'busy'>;

export const STORE_UNAVAILABLE: Unavailable = {
  ok: false,
  code: 'store-unavailable',
  message: 'The game cannot reach its records right now. Try again in a moment.',
};

const CHAIN_UNAVAILABLE: Unavailable = {
  ok: false,
  code: 'chain-unavailable',
  message: 'Ethereum cannot be reached right now, and nothing was changed. Try again in a moment.',
};

export const BUSY: Unavailable = {
  ok: false,
  code: 'busy',
  message: 'Too much is happening with this wallet at once. Try again in a moment.',
};

/** For work with its own queue: signatures, contract wallets. */
const QUEUE_FULL: Unavailable = {
  ok: false,
  code: 'busy',
  message: 'Too many ask for the same at once. Try again in a moment.',
};

/** The answer for an adapter's error; null for any other error, which is a bug. */
export function unavailability(error: unknown): Unavailable | null {
  if (error instanceof StoreUnavailable) return STORE_UNAVAILABLE;
  if (error instanceof ChainUnavailable) return CHAIN_UNAVAILABLE;
  if (error instanceof QueueFull) return QUEUE_FULL;
  return null;
}
