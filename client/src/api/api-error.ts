/** The ways a call can fail, as errors whose message can be shown to a player unchanged. */
import type { HttpRefusalCode } from '../../../common/protocol/refusals.ts';

/** The server's own refusal. The message is `status: body`, as [TXT1] defines. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The sentence that the server wrote for the player; the status text if it wrote none. */
  readonly body: string;
  /** The delay that the server asks for (429, 503), in ms. */
  readonly retryAfterMs: number | null;
  /** The kind of refusal; null if an older server sends none, or a proxy refused. */
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

/**
 * Whether a refusal means that the session has ended, or now belongs to another wallet (from another tab).
 */
export function isSessionLost(error: unknown): error is ApiError {
  if (isRefusedAs(error, 'not-signed-in', 'wrong-wallet')) return true;
  // A server that predates codes.
  return error instanceof ApiError && !error.code && [401, 403].includes(error.status);
}

/** No answer arrived: whether the server acted is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** An answer that this page cannot read: from another version of the server, or a proxy in between. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** Distinguishes the caller's own abort, which is passed on unchanged, from a server that does not answer. */
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
