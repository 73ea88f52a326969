/** How JSON-RPC requests reach one endpoint: over HTTP, over a WebSocket, or in-process in tests. */

export interface Transport {
  /**
   * Sends a JSON-RPC body, a call or a batch, and returns the text of the answer.
   * @throws TooManyRequests, AnswerTooLarge; Error if no proper answer came in time.
   */
  send(body: string): Promise<string>;
  /**
   * Calls the listener with each header that the endpoint announces (eth_subscribe newHeads), and with
   * null when the subscription is lost. Null over HTTP, which has no subscriptions.
   */
  readonly subscribe: ((listener: (header: unknown) => void) => void) | null;
  close(): void;
}

/** The endpoint limits its caller's rate (HTTP 429, or the same in JSON-RPC). */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  /** From its Retry-After; null if it sent none. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** An answer of more bytes than allowed; it was not read to its end. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}
