/**
 * The session behind signed actions: asks for the signature (EIP-4361) when an action first needs
 * it, never on connect or load, and never twice at the same time.
 */
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { isSessionLost } from '../../../client-kit/api/api-error.ts';
import { signIn } from '../../../client-kit/api/sign-in.ts';
import type { Address } from '../../../common/values/address.ts';
import { configQuery } from '../api/config.ts';
import { pageServer } from '../api/page-server.ts';
import { sessionQuery, SESSIONS_KEY, signOut } from '../api/session.ts';
import { refusalOf, remedyFor } from './eip1193.ts';
import {
  SignatureRejected,
  WalletChanged,
  WalletError,
  WalletNotConnected,
} from './wallet-errors.ts';
import type { WalletStore } from './wallet-store.ts';

/** Empty if a contract wallet has been told on chain to accept the message. */
const signatureSchema = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/);

export class SessionKeeper {
  readonly #queryClient: QueryClient;
  readonly #wallet: Pick<WalletStore, 'get' | 'prompt'>;
  #current: { readonly walletAddress: Address; readonly done: Promise<void> } | null = null;
  /** The last sign-out: its answer deletes the cookie, so no sign-in may overtake it. */
  #ending: Promise<void> = Promise.resolve();
  /** The number of sign-ins: distinguishes a 401 that predates the last one from a new one. */
  #signIns = 0;

  constructor(queryClient: QueryClient, wallet: Pick<WalletStore, 'get' | 'prompt'>) {
    this.#queryClient = queryClient;
    this.#wallet = wallet;
  }

  /**
   * Runs an action that needs a session of this wallet, signing in first if there is none; if the
   * server then still wants another session, signs in again and retries once. A session that is
   * gone right after it began was never stored: its cookie is refused by the browser, and another
   * signature would not help.
   */
  async during<Answer>(walletAddress: Address, act: () => Promise<Answer>): Promise<Answer> {
    const before = this.#signIns;
    await this.#ensure(walletAddress);
    const signIns = this.#signIns;
    try {
      return await act();
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      if (signIns > before && error.status === 401) {
        throw new WalletError(
          'This browser keeps no cookies of this page, so your signature is lost at once. Allow its cookies, then try again.',
          { cause: error },
        );
      }
    }
    if (this.#signIns === signIns) this.#queryClient.setQueryData(sessionQuery().queryKey, null);
    await this.#ensure(walletAddress);
    return act();
  }

  /** Ends the browser's session, if there is one. */
  end(): void {
    this.#queryClient.setQueryData(sessionQuery().queryKey, null);
    this.#queryClient.removeQueries({ queryKey: SESSIONS_KEY });
    this.#ending = signOut().catch((error: unknown) => {
      console.warn('The session could not be ended; it will expire by itself:', error);
    });
  }

  /** Actions of one wallet share a sign-in and its outcome; another wallet's wait for the end. */
  #ensure(walletAddress: Address): Promise<void> {
    const earlier = this.#current;
    if (earlier?.walletAddress === walletAddress) return earlier.done;
    const before = earlier ? earlier.done.catch(() => undefined) : Promise.resolve();
    const done = before
      .then(() => this.#check(walletAddress))
      .finally(() => {
        if (this.#current?.done === done) this.#current = null;
      });
    this.#current = { walletAddress, done };
    return done;
  }

  async #check(walletAddress: Address): Promise<void> {
    await this.#ending;
    this.#sameWallet(walletAddress);
    const config = await this.#queryClient.fetchQuery(configQuery());
    if (config.walletProof === 'off') return;
    const cached = this.#queryClient.getQueryData(sessionQuery().queryKey);
    if (cached?.walletAddress === walletAddress) return;
    // Another tab may have signed in since: a request costs less than a signature.
    const session = await this.#queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 });
    if (session?.walletAddress === walletAddress) return;
    await this.#signIn(walletAddress, config.chainId);
  }

  async #signIn(walletAddress: Address, chainId: number): Promise<void> {
    const session = await signIn(pageServer, {
      walletAddress,
      chainId,
      sign: async (message) => {
        this.#sameWallet(walletAddress);
        const signature = await this.#sign(message, walletAddress);
        this.#sameWallet(walletAddress);
        return signature;
      },
    });
    this.#signIns += 1;
    this.#queryClient.setQueryData(sessionQuery().queryKey, session);
    // They may be another wallet's.
    this.#queryClient.removeQueries({ queryKey: SESSIONS_KEY });
  }

  async #sign(message: string, walletAddress: Address): Promise<string> {
    let answer: unknown;
    try {
      answer = await this.#wallet.prompt('personal_sign', [hexOfUtf8(message), walletAddress]);
    } catch (cause) {
      this.#sameWallet(walletAddress);
      if (cause instanceof WalletError) throw cause;
      if (refusalOf(cause) === 'rejected') {
        throw new SignatureRejected(
          'The signature was declined, so nothing was sent. Sign in the wallet to go on; it costs nothing.',
          { cause },
        );
      }
      const remedy = remedyFor(cause, {
        otherwise: 'The wallet could not sign. Unlock it, then try again.',
      });
      throw new WalletError(remedy, { cause });
    }
    const signature = signatureSchema.safeParse(answer);
    if (signature.success) return signature.data;
    throw new WalletError('The wallet answered without a signature. Try again.', {
      cause: signature.error,
    });
  }

  #sameWallet(walletAddress: Address): void {
    const { walletAddress: now } = this.#wallet.get();
    if (now === null) throw new WalletNotConnected('Connect your wallet first.');
    if (now !== walletAddress) throw new WalletChanged(false);
  }
}

/** `personal_sign` takes the bytes of the message, as hexadecimal text. */
function hexOfUtf8(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
