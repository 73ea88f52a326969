/**
 * Which session tokens are revoked. Every process asks the store and caches its answers. On a shared store
 * an answer is cached for less than a second: when one process revokes a token, all of them refuse it within
 * that time. On a store of its own a process knows of every revocation, and asks once.
 */
import type { Address } from '../../../common/values/address.ts';
import { monotonicNow } from '../../lib/machine.ts';
import type { Store } from '../../store/store.ts';

/** How long an answer of a shared store is cached, counted from the request. */
const BELIEVED_MS = 800;

/** How many answers are cached: the newest. */
const REMEMBERED = 20_000;

/** The claims of a token. */
export interface TokenClaims {
  readonly wallet: Address;
  readonly id: string;
  /** Its wallet's epoch when it was issued. */
  readonly epoch: number;
  /** When it expires by itself: machine time, ms. */
  readonly expiresAt: number;
}

/** Every call @throws StoreUnavailable */
export type Revocations = ReturnType<typeof createRevocations>;

interface Answer {
  readonly askedAt: number;
  readonly wallet: Address;
  readonly isRevoked: Promise<boolean>;
}

export function createRevocations(
  store: Pick<Store, 'isShared' | 'sessionState' | 'revokeToken' | 'raiseSessionEpoch'>,
) {
  const believedMs = store.isShared ? BELIEVED_MS : Infinity;
  /** By the token's id, the oldest request first. */
  const answers = new Map<string, Answer>();

  function ask(token: TokenClaims): Promise<boolean> {
    const askedAt = monotonicNow();
    const isRevoked = askStore(token);
    const answer = { askedAt, wallet: token.wallet, isRevoked };
    answers.delete(token.id);
    const [oldest] = answers.keys();
    if (answers.size >= REMEMBERED && oldest !== undefined) answers.delete(oldest);
    answers.set(token.id, answer);
    // A failed lookup is repeated by the next request.
    isRevoked.catch(() => {
      if (answers.get(token.id) === answer) answers.delete(token.id);
    });
    return isRevoked;
  }

  async function askStore({ wallet, id, epoch }: TokenClaims): Promise<boolean> {
    const state = await store.sessionState(wallet, id);
    return state.isRevoked || epoch < state.epoch;
  }

  return {
    /** The epoch in which the wallet's tokens are issued now. */
    async epoch(wallet: Address): Promise<number> {
      return (await store.sessionState(wallet, '')).epoch;
    },

    async isRevoked(token: TokenClaims): Promise<boolean> {
      const known = answers.get(token.id);
      const isFresh = known && monotonicNow() - known.askedAt < believedMs;
      return isFresh ? known.isRevoked : ask(token);
    },

    /** Immediately in this process, within a second in all others. */
    async revoke({ id, expiresAt }: TokenClaims): Promise<void> {
      try {
        await store.revokeToken(id, expiresAt);
      } finally {
        // Also if it failed: it may have been written.
        answers.delete(id);
      }
    },

    /** Revokes every token issued to the wallet so far. */
    async revokeAll(wallet: Address): Promise<void> {
      try {
        await store.raiseSessionEpoch(wallet);
      } finally {
        for (const [id, answer] of answers) if (answer.wallet === wallet) answers.delete(id);
      }
    },
  };
}
