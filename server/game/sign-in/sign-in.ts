/**
 * Signing in with a wallet (EIP-4361; EIP-1271 and EIP-6492 for contract wallets): a nonce, a
 * signed message, a proven wallet.
 *
 * The nonce is spent last, by a message that is correct in every other way. So a wrong signature
 * uses up nobody's nonce, and of two correct ones with the same nonce, concurrent or not, one is
 * accepted. A contract wallet's signature can only be checked on chain, and a nonce allows only a
 * few such calls.
 */
import { AbiCoder, verifyMessage } from 'ethers';
import { address, type Address } from '../../../common/values/address.ts';
import type { Chain } from '../../chain/chain.ts';
import { createQueue } from '../../lib/bounded-queue.ts';
import { unguessableBytes, wallNow, yieldToLoop } from '../../lib/machine.ts';
import { issueNonce, returnQuestion, spendNonce, takeQuestion } from '../../store/kept/nonces.ts';
import type { StoredSession } from '../../store/kept/sessions.ts';
import type { Store } from '../../store/store.ts';
import {
  NONCE_MS,
  objectionTo,
  parseSignIn,
  refused,
  type SignInFields,
  type SignInRefusal,
} from './sign-in-message.ts';

/** How often one nonce may make the server ask the chain whether a contract wallet signed. */
const QUESTIONS_PER_NONCE = 3;

/**
 * Recovering the signer takes a millisecond of the main thread: one at a time, each in its own turn
 * of the event loop, so that a flood of sign-ins slows down nothing else. Networks are the lanes.
 */
const VERIFICATIONS = { inAll: 1, atOnce: 1, waiting: 200 } as const;
const VERIFICATION_WAIT_MS = 4000;

type Proven = { readonly ok: true } & Pick<StoredSession, 'wallet' | 'kind'>;

/** Whose sign-in it is. */
interface Caller {
  /** That of `callerNetwork`. */
  readonly network: string;
  /** Called before the chain is asked; what it throws is thrown. */
  readonly onAskingChain: () => void;
}

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(parts: {
  readonly store: Pick<Store, 'rows'>;
  /** The chain as callers of a network may ask it. */
  readonly chain: (network: string) => Pick<Chain, 'acceptsSignature'>;
  readonly chainId: number;
  /** Machine time, ms. */
  readonly now?: () => number;
}) {
  const { store, chain, chainId, now = wallNow } = parts;
  const verifications = createQueue(VERIFICATIONS);

  function signerOf(message: string, signature: string, network: string): Promise<Address | null> {
    const recover = async () => {
      await yieldToLoop();
      return recoveredSigner(message, signature);
    };
    return verifications(network, recover, VERIFICATION_WAIT_MS);
  }

  /** Null if the nonce allows no further call. */
  async function contractAccepts(
    { wallet, nonce }: SignInFields,
    message: string,
    signature: string,
    { network, onAskingChain }: Caller,
  ): Promise<boolean | null> {
    onAskingChain();
    if (!(await takeQuestion(store, nonce, QUESTIONS_PER_NONCE))) return null;
    try {
      return await chain(network).acceptsSignature(wallet, message, signature);
    } catch (error) {
      // The call got no answer, so it does not count. If that can't be stored, it does.
      await returnQuestion(store, nonce).catch(() => undefined);
      throw error;
    }
  }

  return {
    /** A new nonce, for one message. @throws StoreUnavailable */
    async nonce(): Promise<string> {
      // EIP-4361 allows only letters and digits.
      const nonce = unguessableBytes(16).toString('hex');
      await issueNonce(store, nonce, NONCE_MS);
      return nonce;
    },

    /**
     * The wallet that signed the message to sign in to `origin`.
     * @throws StoreUnavailable, ChainUnavailable (a contract wallet is checked on chain), QueueFull
     */
    async prove(
      { message, signature: given }: { readonly message: string; readonly signature: string },
      origin: string,
      caller: Caller,
    ): Promise<Proven | SignInRefusal> {
      const fields = parseSignIn(message);
      if (!fields.ok) return fields;
      const objection = objectionTo(fields, { origin, chainId, now: now() });
      if (objection) return objection;
      const { wallet, nonce } = fields;
      const signature = unwrapped(given);
      // The signature covers the text itself, not what a parser would write from it.
      const isAccount = (await signerOf(message, signature, caller.network)) === wallet;
      const signed = isAccount || (await contractAccepts(fields, message, signature, caller));
      if (signed === null) return NONCE_REFUSED;
      if (!signed) {
        return refused(
          isWrapped(given)
            ? 'The wallet of the message does not accept that signature. If it is not on Ethereum yet, deploy the wallet with one transaction first, then sign in again.'
            : 'That signature is not by the wallet of the message. Sign it again.',
        );
      }
      const kind = isAccount ? 'account' : 'contract';
      return (await spendNonce(store, nonce)) ? { ok: true, wallet, kind } : NONCE_REFUSED;
    },
  };
}

const NONCE_REFUSED = refused('That sign-in was used before or took too long. Sign a new message.');

/** How the signature of a contract wallet ends that may not be deployed yet (EIP-6492). */
const WRAPPED_END = '6492'.repeat(16);

function isWrapped(signature: string): boolean {
  return signature.endsWith(WRAPPED_END);
}

/**
 * The wallet's own signature inside one wrapped by EIP-6492, any other as it is. How to deploy the
 * wallet, which the wrapping says as well, is a stranger's code and never run.
 */
function unwrapped(signature: string): string {
  if (!isWrapped(signature)) return signature;
  try {
    const wrapping = signature.slice(0, -WRAPPED_END.length);
    const parts: unknown[] = AbiCoder.defaultAbiCoder().decode(
      ['address', 'bytes', 'bytes'],
      wrapping,
    );
    return String(parts[2]);
  } catch {
    // Only its end is that of EIP-6492.
    return signature;
  }
}

/** The account that made a signature (EIP-191); null if no account can have made it. */
function recoveredSigner(message: string, signature: string): Address | null {
  try {
    return address(verifyMessage(message, signature));
  } catch {
    // Wrong length or off the curve: it may still be a contract wallet's.
    return null;
  }
}
