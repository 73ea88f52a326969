/** How JSON-RPC requests reach one endpoint: over HTTP, over a WebSocket, or in a test's own process. */

export interface Transport {
  /**
   * Sends a JSON-RPC body, a call or a batch, and gives the text of its answer.
   * @throws TooManyRequests, AnswerTooLarge; Error where there was no proper answer in time.
   */
  send(body: string): Promise<string>;
  /**
   * Has the listener told of each header that the endpoint announces (eth_subscribe newHeads), and of
   * null once it can announce none for now; null over HTTP, which cannot.
   */
  readonly subscribe: ((listener: (header: unknown) => void) => void) | null;
  close(): void;
}

/** The endpoint asks to be left alone for a while (HTTP 429, or the same in JSON-RPC). */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  /** As its Retry-After says; null where it says nothing. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** An answer of more bytes than were allowed: it was not read to its end. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}
