/**
 * The calls to one server, each typed by its definition in `common/protocol`: sends a request, checks the status, and has
 * `read-answer.ts` parse the answer.
 */
import type { z } from 'zod';
import { pathOf, type AnswerOf, type Call } from '../../common/protocol/call.ts';
import { REFUSAL_HEADER } from '../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION, VERSION_HEADER } from '../../common/protocol/version.ts';
import { answered, ApiError } from './api-error.ts';
import { readAnswer } from './read-answer.ts';

/** The request parts that the call defines are required; others are not allowed. */
type Part<C extends Call, Name extends 'params' | 'query' | 'body'> = C[Name] extends z.ZodType
  ? Record<Name, z.input<C[Name]>>
  : Partial<Record<Name, undefined>>;

export type RequestParts<C extends Call> = Part<C, 'params'> &
  Partial<Part<C, 'query'>> &
  Part<C, 'body'>;

/** The server answers within 6 s at its slowest; past this, the connection is what hangs. */
export const ANSWER_TIMEOUT_MS = 20_000;

interface SendOptions {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

interface ApiOptions {
  /** Such as `https://play.example`; read with each request. */
  readonly origin: string;
  /** The global one if it is left out. */
  readonly fetch?: typeof globalThis.fetch;
  /** `same-origin` if it is left out: what pages of other origins may read is read without cookies. */
  readonly credentials?: RequestCredentials;
  /** Called with every answer, refusals included, before its body is read. */
  readonly onAnswer?: (response: Response) => void;
}

export class ApiClient {
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  get origin(): string {
    return this.#options.origin;
  }

  /**
   * Makes a call.
   * @throws ApiError if the server refuses, NetworkError if it does not answer, UnreadableAnswer if the answer
   * does not match the call, and the signal's reason if the caller aborts.
   */
  async request<C extends Call>(
    call: C,
    options: RequestParts<C> & Pick<SendOptions, 'headers' | 'signal'>,
  ): Promise<AnswerOf<C>> {
    const { params, ...rest } = options;
    return this.answerTo(call, this.send(call.method, pathOf(call, params), rest));
  }

  /**
   * Sends a command. Under the same key the same body acts once, however often it is sent [PRO28].
   * @param body as the call's schema has it, or as JSON has kept it.
   * @throws what `request` throws.
   */
  async command<C extends Call>(
    call: C,
    body: unknown,
    idempotencyKey: string,
    signal?: AbortSignal,
  ): Promise<AnswerOf<C>> {
    const headers = { 'Idempotency-Key': idempotencyKey };
    return this.answerTo(call, this.send(call.method, call.path, { body, headers, signal }));
  }

  /** @param loading the call: its schemas may load while the answer is in flight. */
  async answerTo<C extends Call>(
    loading: C | Promise<C>,
    sent: Promise<Response>,
  ): Promise<AnswerOf<C>> {
    const [call, response] = await Promise.all([loading, sent]);
    return readAnswer(call, response);
  }

  /** The answer to a request, once it is a 2xx or the 304 that an `If-None-Match` asked for. */
  async send(
    method: Call['method'],
    path: string,
    { query, body, headers = {}, signal }: SendOptions = {},
  ): Promise<Response> {
    const { origin, fetch = globalThis.fetch, credentials = 'same-origin' } = this.#options;
    const hasBody = body !== undefined;
    const response = await answered(
      fetch(new URL(path + searchOf(query), origin), {
        method,
        credentials,
        headers: {
          Accept: 'application/json',
          [VERSION_HEADER]: String(PROTOCOL_VERSION),
          ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
        },
        ...(hasBody ? { body: JSON.stringify(body) } : {}),
        signal: deadline(signal),
      }),
    );
    this.#options.onAnswer?.(response);
    if (response.ok || (response.status === 304 && 'If-None-Match' in headers)) return response;
    const text = (await answered(response.text())).trim();
    throw new ApiError(
      response.status,
      text || response.statusText,
      retryAfterMs(response.headers.get('Retry-After'), Date.now()),
      response.headers.get(REFUSAL_HEADER),
    );
  }
}

function deadline(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  if (!signal) return timeout;
  // What `AbortSignal.any` does, which the oldest browsers lack (README.md).
  const first = new AbortController();
  for (const one of [signal, timeout]) {
    if (one.aborted) first.abort(one.reason);
    // A caller's signal may be that of thousands of requests: it is left once the first has aborted.
    one.addEventListener('abort', () => first.abort(one.reason), { signal: first.signal });
  }
  return first.signal;
}

function searchOf(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** RFC 9110 §10.2.3: seconds, or the date to wait for. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
