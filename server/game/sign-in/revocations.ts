/**
 * Which session tokens count no more. Every process asks the store, and believes an answer for less
 * than a second: what one process revokes, all of them refuse within that time.
 */
import type { Address } from '../../../common/values/address.ts';
import type { Store } from '../../store/store.ts';

/** How long an answer of the store is believed, from the moment of the question. */
const BELIEVED_MS = 800;

/** How many answers are remembered: of the tokens that were used last. */
const REMEMBERED = 20_000;

/** What a token says of itself. */
export interface TokenClaims {
  readonly wallet: Address;
  readonly id: string;
  /** Its wallet's epoch when it was issued. */
  readonly epoch: number;
  /** When it ends by itself: machine time, ms. */
  readonly expiresAt: number;
}

/** Every call @throws StoreUnavailable */
export interface Revocations {
  /** The epoch that the wallet's tokens are issued in now. */
  epoch(wallet: Address): Promise<number>;
  isRevoked(token: TokenClaims): Promise<boolean>;
  /** At once in this process, within a second in all others. */
  revoke(token: TokenClaims): Promise<void>;
  /** Revokes every token that the wallet was issued so far. */
  revokeAll(wallet: Address): Promise<void>;
}

interface Answer {
  readonly askedAt: number;
  readonly wallet: Address;
  readonly isRevoked: Promise<boolean>;
}

export function createRevocations(
  store: Pick<Store, 'sessionState' | 'revokeToken' | 'raiseSessionEpoch'>,
): Revocations {
  /** By the token's id, the oldest question first. */
  const answers = new Map<string, Answer>();

  function ask(token: TokenClaims): Promise<boolean> {
    const askedAt = performance.now();
    const isRevoked = askStore(token);
    const answer = { askedAt, wallet: token.wallet, isRevoked };
    answers.delete(token.id);
    if (answers.size >= REMEMBERED) forgetOldest();
    answers.set(token.id, answer);
    // What could not be answered is asked again by the next request.
    isRevoked.catch(() => {
      if (answers.get(token.id) === answer) answers.delete(token.id);
    });
    return isRevoked;
  }

  function forgetOldest(): void {
    const [oldest] = answers.keys();
    if (oldest !== undefined) answers.delete(oldest);
  }

  async function askStore({ wallet, id, epoch }: TokenClaims): Promise<boolean> {
    const state = await store.sessionState(wallet, id);
    return state.isRevoked || epoch < state.epoch;
  }

  return {
    async epoch(wallet) {
      return (await store.sessionState(wallet, '')).epoch;
    },

    async isRevoked(token) {
      const known = answers.get(token.id);
      const isFresh = known && performance.now() - known.askedAt < BELIEVED_MS;
      return isFresh ? known.isRevoked : ask(token);
    },

    async revoke({ id, expiresAt }) {
      await store.revokeToken(id, expiresAt);
      answers.delete(id);
    },

    async revokeAll(wallet) {
      await store.raiseSessionEpoch(wallet);
      for (const [id, answer] of answers) if (answer.wallet === wallet) answers.delete(id);
    },
  };
}
