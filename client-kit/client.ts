/**
 * `@denaria/client`: what other programs play and watch the game with. README.md beside this file
 * is for their authors.
 */
import { AT_LEAST_HEADER } from '../common/protocol/board-headers.ts';
import { pathOf, type AnswerOf, type Call } from '../common/protocol/call.ts';
import { CALLS, type KnownCall } from '../common/protocol/calls.ts';
import { signOutCall, type SessionView } from '../common/protocol/session.ts';
import { addressSchema } from '../common/values/address.ts';
import { ApiClient, type RequestParts } from './api/api-client.ts';
import { isSessionLost, isUncertain, isUnread } from './api/api-error.ts';
import {
  newIdempotencyKey,
  outcomeOf,
  REPEAT_FOR_MS,
  repeatDelayMs,
  stopwatch,
} from './api/repeat.ts';
import type { Revision } from './api/revision.ts';
import { signIn } from './api/sign-in.ts';
import { withSessionCookie, type KeptTexts } from './session-cookie.ts';
import { Watching, type WatchListener, type WatchOptions } from './watching.ts';

export { ApiError, NetworkError, UnreadableAnswer } from './api/api-error.ts';
export { revisionOf, type Revision } from './api/revision.ts';
export type { LeaderboardEntry } from '../common/protocol/leaderboard.ts';
export type { TickEvent } from '../common/protocol/live.ts';
export type { NationId } from '../common/values/nations.ts';
export type { Board } from './live/board-merge.ts';
export type { LiveStatus } from './live/live-status.ts';
export type { KeptTexts } from './session-cookie.ts';
export type { Watching, WatchListener, WatchOptions } from './watching.ts';

/** The name of a call: its `operationId` in GET /api/openapi.json. */
export type CallName = KnownCall['name'];
type CallOf<Name extends CallName> = Extract<KnownCall, { readonly name: Name }>;

/** What a call answers. */
export type Answer<Name extends CallName> = AnswerOf<CallOf<Name>>;

/** What a call is given: `params`, `query` and `body`, as far as it has them, and these. */
export type CallOptions<Name extends CallName> = RequestParts<CallOf<Name>> & {
  readonly signal?: AbortSignal;
  /**
   * Of a read: answered at this commit or later, such as that of `revisionOf` a command's answer
   * [PRO35].
   */
  readonly atLeast?: Revision;
  /**
   * Of a command: a key of your own, stored before it is sent, also makes a retry after a crash
   * act once [PRO28].
   */
  readonly idempotencyKey?: string;
};

/** Options that are all optional can be left out. */
type CallArguments<Name extends CallName> =
  Partial<CallOptions<Name>> extends CallOptions<Name>
    ? readonly [options?: CallOptions<Name>]
    : readonly [options: CallOptions<Name>];

/** The same for every call. */
interface AnyOptions {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly atLeast?: Revision | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** A wallet: ethers' is one as it is. */
export interface Signer {
  /** `0x` and 40 hexadecimal digits, in one case or with their EIP-55 checksum. */
  readonly address: string;
  /** Signs a text (EIP-191, `personal_sign`). @returns `0x` and hexadecimal digits. */
  signMessage(text: string): Promise<string> | string;
}

export interface ClientOptions {
  /** Where players open the game, such as `https://play.example`. */
  readonly origin: string;
  /** The global one if it is left out. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Outside of browsers: keeps the session between runs. Anyone who reads it can act for the
   * wallet.
   */
  readonly storage?: KeptTexts;
}

/** @throws TypeError if the origin is no URL. */
export function createClient(options: ClientOptions): DenariaClient {
  return new DenariaClient(options);
}

export class DenariaClient {
  readonly #api: ApiClient;
  #signer: Signer | null = null;
  #renewing: Promise<SessionView> | null = null;

  constructor({ origin: url, fetch = globalThis.fetch, storage }: ClientOptions) {
    const { origin } = new URL(url);
    this.#api = new ApiClient({ origin, fetch: withSessionCookie(origin, fetch, storage) });
  }

  /**
   * Makes a call by its name. A command whose answer was lost is sent again under the same key,
   * ever more slowly, until its answer is known: abort the signal to stop that, or it goes on for
   * 23 hours.
   * @throws ApiError if the server refuses: its `code` says why, `retryAfterMs` when to ask again.
   * NetworkError if a read has no answer, UnreadableAnswer if it is of another version; the
   * signal's reason if you abort, and then nobody knows whether a command was carried out.
   * `key-reused` after a lost answer: it was, with an answer that can't be had again.
   */
  async call<Name extends CallName>(
    name: Name,
    ...[options]: CallArguments<Name>
  ): Promise<Answer<Name>> {
    const call = callNamed(name);
    const { needsSession }: Call = call;
    return needsSession ? this.#command(call, options ?? {}) : this.#read(call, options ?? {});
  }

  /**
   * Proves the wallet by one signature (EIP-4361) for the game's chain, for seven days; then, and
   * when a command finds the session ended, it is asked for another.
   * @throws what `call` and `signMessage` throw; `proof-refused` if the server finds another
   * wallet's signature.
   */
  async signIn(signer: Signer): Promise<SessionView> {
    const session = await this.#prove(signer);
    this.#signer = signer;
    return session;
  }

  /**
   * Ends the session, also for copies of its cookie; with `query: { all: '1' }` every session of
   * its wallet.
   * @throws what `call` throws.
   */
  async signOut(options: CallOptions<'signOut'> = {}): Promise<void> {
    this.#signer = null;
    await this.#read(signOutCall, options);
  }

  /**
   * Follows the ranking until it is closed. Everything that fails goes to `onError`, and is tried
   * again.
   */
  watch(options: WatchOptions, listener: WatchListener): Watching {
    return new Watching(this.#api, options, listener);
  }

  async #read<C extends Call>(call: C, options: AnyOptions): Promise<AnswerOf<C>> {
    const { params, query, body, signal, atLeast } = options;
    const headers: Record<string, string> = atLeast
      ? { [AT_LEAST_HEADER]: `${atLeast.epoch} ${atLeast.rev}` }
      : {};
    const sent = this.#api.send(call.method, pathOf(call, params), {
      query,
      body,
      headers,
      signal,
    });
    return this.#api.answerTo(call, sent);
  }

  async #command<C extends Call>(
    call: C,
    { body, signal, idempotencyKey = newIdempotencyKey() }: AnyOptions,
  ): Promise<AnswerOf<C>> {
    const sentFor = stopwatch();
    let lostFor: (() => number) | undefined;
    let unreadFor: (() => number) | undefined;
    let hasRenewed = false;
    for (let n = 0; ;) {
      try {
        return await this.#api.command(call, body, { 'Idempotency-Key': idempotencyKey }, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (isSessionLost(error) && error.status === 401 && this.#signer && !hasRenewed) {
          hasRenewed = true;
          await this.#renew(this.#signer);
          continue;
        }
        if (isUncertain(error)) lostFor = stopwatch();
        if (isUnread(error)) unreadFor ??= stopwatch();
        if (!lostFor || sentFor() > REPEAT_FOR_MS) throw error;
        const outcome = outcomeOf(error, { lostMs: lostFor(), unreadMs: unreadFor?.() ?? 0 });
        if (outcome.kind !== 'open') throw error;
        await sleep(repeatDelayMs(n, outcome.askedMs), signal);
        n += 1;
      }
    }
  }

  /** Commands that find the session ended at the same time share a signature. */
  #renew(signer: Signer): Promise<SessionView> {
    this.#renewing ??= this.#prove(signer).finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #prove(signer: Signer): Promise<SessionView> {
    const walletAddress = addressSchema.parse(signer.address);
    const { chainId } = await this.call('getConfig');
    return signIn(this.#api, {
      walletAddress,
      chainId,
      sign: async (text) => signer.signMessage(text),
    });
  }
}

function callNamed<Name extends CallName>(name: Name): CallOf<Name> {
  const call = CALLS.find((one) => one.name === name);
  if (!call) throw new TypeError(`There is no call ${name}.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has this very name
  return call as CallOf<Name>;
}

/** @throws the signal's reason. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
