/** What can go wrong with a call, as errors whose message a player can be shown as it is. */

/** The server's own refusal. The message is `status: body`, as SPEC.md §8 has it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The sentence that the server wrote for the player; the status text where it wrote none. */
  readonly body: string;
  /** How long the server asks to be left alone (429, 503), in ms. */
  readonly retryAfterMs: number | null;

  constructor(status: number, body: string, retryAfterMs: number | null = null) {
    super(`${status}: ${body}`);
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer came at all: whether the server acted is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** An answer that this page cannot read: another version of the server, or a proxy in between. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}
