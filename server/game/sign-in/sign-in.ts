/**
 * Signing in with a wallet (EIP-4361; EIP-1271 for contract wallets): a nonce, a signed message, a
 * proven wallet.
 *
 * The nonce is spent last, by a message that is right in everything else. So a wrong signature burns
 * nobody's nonce, and of two right ones with the same nonce, at once or later, one is accepted.
 */
import { randomBytes } from 'node:crypto';
import { verifyMessage } from 'ethers';
import { address, type Address } from '../../../common/values/address.ts';
import type { Chain } from '../../chain/chain.ts';
import type { Store } from '../../store/store.ts';
import {
  NONCE_MS,
  objectionTo,
  parseSignIn,
  refused,
  type SignInRefusal,
} from './sign-in-message.ts';

export interface SignIn {
  /** A new nonce, for one message. @throws StoreUnavailable */
  nonce(): Promise<string>;
  /**
   * The wallet that signed the message to sign in to `origin`.
   * @throws StoreUnavailable, ChainUnavailable (a contract wallet is asked on chain)
   */
  prove(
    proof: { readonly message: string; readonly signature: string },
    origin: string,
  ): Promise<{ readonly ok: true; readonly wallet: Address } | SignInRefusal>;
}

export function createSignIn({
  store,
  chain,
}: {
  readonly store: Pick<Store, 'issueNonce' | 'spendNonce'>;
  readonly chain: Pick<Chain, 'acceptsSignature'>;
}): SignIn {
  return {
    async nonce() {
      // EIP-4361 allows letters and digits alone.
      const nonce = randomBytes(16).toString('hex');
      await store.issueNonce(nonce, Date.now() + NONCE_MS);
      return nonce;
    },

    async prove({ message, signature }, origin) {
      const fields = parseSignIn(message);
      if (!fields.ok) return fields;
      const objection = objectionTo(fields, origin, Date.now());
      if (objection) return objection;
      const { wallet, nonce } = fields;
      // The text itself is what was signed, not what a parser would write again.
      const signed =
        signerOf(message, signature) === wallet ||
        (await chain.acceptsSignature(wallet, message, signature));
      if (!signed) {
        return refused('That signature is not by the wallet of the message. Sign it again.');
      }
      if (!(await store.spendNonce(nonce, Date.now()))) {
        return refused('That sign-in was used before or took too long. Sign a new message.');
      }
      return { ok: true, wallet };
    },
  };
}

/** The account that made a signature (EIP-191); null where no account can have made it. */
function signerOf(message: string, signature: string): Address | null {
  try {
    return address(verifyMessage(message, signature));
  } catch {
    // Of another length or off the curve: it may still be a contract wallet's.
    return null;
  }
}
