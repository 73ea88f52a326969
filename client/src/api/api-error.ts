/** What can go wrong with a call, as errors whose message a player can be shown as it is. */
import type { HttpRefusalCode } from '../../../common/protocol/refusals.ts';

/** The server's own refusal. The message is `status: body`, as SPEC.md §8 has it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The sentence that the server wrote for the player; the status text where it wrote none. */
  readonly body: string;
  /** How long the server asks to be left alone (429, 503), in ms. */
  readonly retryAfterMs: number | null;
  /** What kind of refusal it is; null where an older server says none, or a proxy refused. */
  readonly code: string | null;

  constructor(
    status: number,
    body: string,
    retryAfterMs: number | null = null,
    code: string | null = null,
  ) {
    super(`${status}: ${body}`);
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
    this.code = code;
  }
}

/** Whether the server refused with one of these codes. */
export function isRefusedAs(error: unknown, ...codes: HttpRefusalCode[]): boolean {
  return error instanceof ApiError && codes.some((code) => code === error.code);
}

/** Whether a refusal says that the session is over, or by now another wallet's (from another tab). */
export function isSessionLost(error: unknown): boolean {
  if (isRefusedAs(error, 'not-signed-in', 'wrong-wallet')) return true;
  // A server of before there were codes.
  return error instanceof ApiError && !error.code && [401, 403].includes(error.status);
}

/** No answer came at all: whether the server acted is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** An answer that this page cannot read: another version of the server, or a proxy in between. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** Tells the caller's own abort, which passes as it is, from a server that does not answer. */
export async function answered<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new NetworkError(
      'The game server cannot be reached. Check your connection, then try again.',
      { cause },
    );
  }
}
