/**
 * A player without a browser: a wallet that signs for itself and calls the public API like any
 * third-party client. The basis of the rivals and the load tool.
 */
import type { HDNodeWallet, Wallet } from 'ethers';
import type { z } from 'zod';
import { parseAnswer, pathOf, type AnswerOf, type Call } from '../../common/protocol/call.ts';
import { REFUSAL_HEADER } from '../../common/protocol/refusals.ts';
import { nonceCall, signInCall, signInMessage } from '../../common/protocol/session.ts';
import { address, type Address } from '../../common/values/address.ts';

/**
 * The result of a call: an answer that fits its schema, a refusal with its message, or a failure.
 */
export type Answered<Answer> =
  | { readonly kind: 'acknowledged'; readonly status: number; readonly answer: Answer }
  | ({ readonly kind: 'refused'; readonly status: number } & Reason)
  | ({ readonly kind: 'failed'; readonly status: number | null } & Reason);

/** Why a call was not acknowledged. */
interface Reason {
  /** The refusal's code; null if the server sent none, or did not answer. */
  readonly code: string | null;
  readonly words: string;
}

interface CallParts<C extends Call> {
  readonly params?: C['params'] extends z.ZodType ? z.input<C['params']> : never;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: C['body'] extends z.ZodType ? z.input<C['body']> : never;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends one call once. A 5xx, a broken connection and an answer that does not fit its schema are
 * failures.
 */
export async function callApi<C extends Call>(
  origin: string,
  call: C,
  parts: CallParts<C> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered<AnswerOf<C>> & { readonly cookie: string | null }> {
  try {
    const search = parts.query ? `?${new URLSearchParams(parts.query).toString()}` : '';
    const response = await fetch(origin + pathOf(call, parts.params) + search, {
      method: call.method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...headers,
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? null;
    const { status } = response;
    const text = await response.text();
    if (response.ok) {
      const answer = parseAnswer(call, status, text === '' ? null : JSON.parse(text));
      return { kind: 'acknowledged', status, answer, cookie };
    }
    const code = response.headers.get(REFUSAL_HEADER);
    return { kind: status >= 500 ? 'failed' : 'refused', status, code, words: text, cookie };
  } catch (error) {
    return { kind: 'failed', status: null, code: null, words: String(error), cookie: null };
  }
}

export class ApiPlayer {
  readonly origin: string;
  readonly walletAddress: Address;
  readonly #wallet: Wallet | HDNodeWallet;
  readonly #chainId: number;
  #cookie: string | null = null;

  constructor(origin: string, wallet: Wallet | HDNodeWallet, chainId: number) {
    this.origin = origin;
    this.walletAddress = address(wallet.address);
    this.#wallet = wallet;
    this.#chainId = chainId;
  }

  /** One call with this player's session. Signs in, or signs in again, if the call needs it. */
  async call<C extends Call>(call: C, parts: CallParts<C> = {}): Promise<Answered<AnswerOf<C>>> {
    if (call.needsSession && !this.#cookie) await this.#signIn();
    const answered = await callApi(this.origin, call, parts, this.#headers());
    if (!(call.needsSession && answered.kind === 'refused' && answered.status === 401)) {
      return answered;
    }
    await this.#signIn();
    return callApi(this.origin, call, parts, this.#headers());
  }

  #headers(): Record<string, string> {
    return this.#cookie ? { cookie: this.#cookie } : {};
  }

  /** EIP-4361. If sign-in fails, the call that needed it is refused with 401 and says so. */
  async #signIn(): Promise<void> {
    const issued = await callApi(this.origin, nonceCall);
    if (issued.kind !== 'acknowledged') return;
    const message = signInMessage({
      domain: new URL(this.origin).host,
      uri: this.origin,
      walletAddress: this.walletAddress,
      chainId: this.#chainId,
      nonce: issued.answer.nonce,
      issuedAt: new Date(),
    });
    const signature = await this.#wallet.signMessage(message);
    const signedIn = await callApi(this.origin, signInCall, { body: { message, signature } });
    this.#cookie = signedIn.cookie ?? this.#cookie;
  }
}
