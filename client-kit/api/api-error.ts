/** The ways a call can fail, as errors whose message can be shown to a player unchanged. */
import type { HttpRefusalCode } from '../../common/protocol/refusals.ts';

/** The server's own refusal. The message is `status: body`, as [TXT1] defines. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The sentence that the server wrote for the player; the status text if it wrote none. */
  readonly body: string;
  /** The delay that the server asks for (429, 503), in ms. */
  readonly retryAfterMs: number | null;
  /** The kind of refusal; null if a proxy refused. */
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
 * Whether a refusal means that the session has ended, or now belongs to another wallet (from
 * another tab).
 */
export function isSessionLost(error: unknown): error is ApiError {
  return isRefusedAs(error, 'not-signed-in', 'wrong-wallet');
}

/**
 * What the server answers a command that it certainly did not carry out, for reasons of its own.
 */
const NOT_DONE = ['busy', 'chain-unavailable', 'metadata-unavailable', 'paused'] as const;

/**
 * Whether a command that failed like this may have been carried out all the same [PRO29]: no
 * answer, one that can't be read, or a 5xx that doesn't say.
 */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 && !isRefusedAs(error, ...NOT_DONE);
}

/**
 * Whether the server could not read a command, as one that doesn't know its call or all of its
 * fields.
 */
export function isUnread(error: unknown): boolean {
  return isRefusedAs(error, 'bad-request', 'malformed-json', 'malformed-request', 'not-found');
}

/**
 * Whether a repeated command was refused by the rules or a pause, so that it was not carried out
 * before either. Other refusals are of this one request, or of a proxy; `key-reused` proves that it
 * was carried out.
 */
export function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === null) return false;
  if (isUnread(error) || isRefusedAs(error, 'key-reused')) return false;
  return [400, 404, 409].includes(error.status) || isRefusedAs(error, 'paused');
}

/** No answer arrived: whether the server acted is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/**
 * An answer that this version cannot read: from another version of the server, or a proxy in
 * between.
 */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';

  constructor(
    cause: unknown,
    message = 'The game server answered something that this page does not understand. Reload the page.',
  ) {
    super(message, { cause });
  }
}

/**
 * Distinguishes the caller's own abort, which is passed on unchanged, from a server that does not
 * answer.
 */
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

/**
 * The text of a toast for a failed action: `status: body` of a refused call [TXT1], otherwise the
 * wallet's or the network's message; `otherwise` if there is none.
 */
export function failureText(error: unknown, otherwise: string): string {
  return (error instanceof Error && error.message) || otherwise;
}

/** The reason of a failure whose message has its own text [TXT1]; undefined if there is none. */
export function failureReason(error: unknown): string | undefined {
  const reason = error instanceof ApiError ? error.body : error instanceof Error && error.message;
  return reason || undefined;
}
