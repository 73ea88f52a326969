/**
 * The calls to one server, each typed by its definition in `common/protocol`: sends a request,
 * checks the status, and parses the answer.
 */
import type { z } from 'zod';
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { parseAnswer, pathOf, type AnswerOf, type Call } from '../../common/protocol/call.ts';
import { REFUSAL_HEADER } from '../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION, VERSION_HEADER } from '../../common/protocol/version.ts';
import { answered, ApiError, UnreadableAnswer } from './api-error.ts';
import { setRevision } from './revision.ts';

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

/** A request's answer, all of it. */
interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface ApiOptions {
  /** Such as `https://play.example`; read with each request. */
  readonly origin: string;
  /** The global one if it is left out. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * `same-origin` if it is left out: what pages of other origins may read is read without cookies.
   */
  readonly credentials?: 'include' | 'same-origin';
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
   * @throws ApiError if the server refuses, NetworkError if it does not answer, UnreadableAnswer if
   * the answer does not match the call, and the signal's reason if the caller aborts.
   */
  async request<C extends Call>(
    call: C,
    options: RequestParts<C> & Pick<SendOptions, 'headers' | 'signal'>,
  ): Promise<AnswerOf<C>> {
    const { params, ...rest } = options;
    return this.answerTo(call, this.send(call.method, pathOf(call, params), rest));
  }

  /**
   * Sends a command. Under the same `Idempotency-Key` the same body acts once, however often it is
   * sent [PRO28].
   * @param body as the call's schema has it, or as JSON stored it.
   * @throws what `request` throws.
   */
  async command<C extends Call>(
    call: C,
    body: unknown,
    headers: Readonly<Record<'Idempotency-Key', string>>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<C>> {
    return this.answerTo(call, this.send(call.method, call.path, { body, headers, signal }));
  }

  /**
   * Parses an answer with the call's schema for its status; `revisionOf` then returns its epoch and
   * rev.
   * @param loading the call: its schemas may load while the answer is in flight.
   */
  async answerTo<C extends Call>(
    loading: C | Promise<C>,
    sent: Promise<Sent>,
  ): Promise<AnswerOf<C>> {
    const [call, { status, headers, text }] = await Promise.all([loading, sent]);
    const epoch = headers.get(BOARD_HEADERS.epoch);
    const rev = headers.get(BOARD_HEADERS.rev);
    try {
      const answer = parseAnswer(call, status, text === '' ? null : JSON.parse(text));
      return epoch && rev ? setRevision(answer, { epoch, rev }) : answer;
    } catch (cause) {
      throw new UnreadableAnswer(cause);
    }
  }

  /** The answer to a request, once it is a 2xx or the 304 that an `If-None-Match` asked for. */
  async send(
    method: Call['method'],
    path: string,
    { query, body, headers = {}, signal }: SendOptions = {},
  ): Promise<Sent> {
    const { origin, fetch = globalThis.fetch, credentials = 'same-origin' } = this.#options;
    const hasBody = body !== undefined;
    const { abort, release } = deadline(signal);
    try {
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
          signal: abort,
        }),
      );
      this.#options.onAnswer?.(response);
      const text = await answered(response.text());
      const { status } = response;
      if (response.ok || (status === 304 && 'If-None-Match' in headers)) {
        return { status, headers: response.headers, text };
      }
      throw new ApiError(
        status,
        text.trim() || response.statusText,
        retryAfterMs(response.headers.get('Retry-After'), Date.now()),
        response.headers.get(REFUSAL_HEADER),
      );
    } finally {
      release();
    }
  }
}

/**
 * Aborts when the caller does, or when the answer takes too long. What `AbortSignal.any` does,
 * which old browsers lack.
 */
function deadline(signal: AbortSignal | undefined) {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  if (!signal) return { abort: timeout, release: () => undefined };
  const first = new AbortController();
  const over = new AbortController();
  for (const one of [signal, timeout]) {
    if (one.aborted) first.abort(one.reason);
    one.addEventListener('abort', () => first.abort(one.reason), { signal: over.signal });
  }
  // A caller's signal may serve for thousands of requests.
  return { abort: first.signal, release: () => over.abort() };
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
