/**
 * One REST call, typed by its definition in `common/protocol`: sends it and checks the status;
 * `read-answer.ts` parses it.
 */
import type { z } from 'zod';
import { pathOf, type AnswerOf, type Call } from '../../../common/protocol/call.ts';
import { REFUSAL_HEADER } from '../../../common/protocol/refusals.ts';
import {
  PROTOCOL_VERSION,
  RULES_HEADER,
  VERSION_HEADER,
} from '../../../common/protocol/version.ts';
import { answered, ApiError, isRefusedAs } from './api-error.ts';
import { pageAge, rulesHash } from './server-version.ts';

/** The request parts that the call defines are required; others are not allowed. */
type Part<C extends Call, Name extends 'params' | 'query' | 'body'> = C[Name] extends z.ZodType
  ? Record<Name, z.input<C[Name]>>
  : Partial<Record<Name, undefined>>;

type RequestOptions<C extends Call> = Part<C, 'params'> &
  Partial<Part<C, 'query'>> &
  Part<C, 'body'> & {
    readonly signal?: AbortSignal;
  };

/** The server answers within 6 s at its slowest; past this, the connection is what hangs. */
export const ANSWER_TIMEOUT_MS = 20_000;

/**
 * Makes a call.
 * @throws ApiError if the server refuses, NetworkError if it does not answer, UnreadableAnswer if the answer
 * does not match the call, and the signal's reason if the caller aborts.
 */
export async function request<C extends Call>(
  call: C,
  options: RequestOptions<C>,
): Promise<AnswerOf<C>> {
  const { params, query, body, signal } = options;
  return answerTo(call, send(call.method, pathOf(call, params), { query, body, signal }));
}

/**
 * Sends a command. Under the same key the same body acts once, however often it is sent [PRO28].
 * @param body as the call's schema has it, or as JSON has kept it.
 * @throws ApiError, NetworkError and UnreadableAnswer, as `request` does.
 */
export async function sendCommand<C extends Call>(
  call: C,
  body: unknown,
  idempotencyKey: string,
): Promise<AnswerOf<C>> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return answerTo(call, send(call.method, call.path, { body, headers }));
}

/** The parser of answers loads with the first answer, as the schemas do. */
export async function answerTo<C extends Call>(
  call: C,
  sent: Promise<Response>,
): Promise<AnswerOf<C>> {
  const [response, { readAnswer }] = await Promise.all([sent, import('./read-answer.ts')]);
  return readAnswer(call, response);
}

interface SendOptions {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The answer to a request, once it is a 2xx or the 304 that an `If-None-Match` asked for. */
export async function send(
  method: Call['method'],
  path: string,
  { query, body, headers = {}, signal }: SendOptions = {},
): Promise<Response> {
  const hasBody = body !== undefined;
  const response = await answered(
    fetch(new URL(path + searchOf(query), location.origin), {
      method,
      credentials: 'include',
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
  pageAge.heard(Number(response.headers.get(VERSION_HEADER)));
  const hash = response.headers.get(RULES_HEADER);
  // None: it has no body, or is a proxy's.
  if (hash !== null) rulesHash.set({ hash });
  if (response.ok || (response.status === 304 && 'If-None-Match' in headers)) return response;
  const text = (await answered(response.text())).trim();
  const refusal = new ApiError(
    response.status,
    text || response.statusText,
    retryAfterMs(response.headers.get('Retry-After'), Date.now()),
    response.headers.get(REFUSAL_HEADER),
  );
  if (isRefusedAs(refusal, 'page-too-old')) pageAge.refused();
  throw refusal;
}

function deadline(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  if (!signal) return timeout;
  // What `AbortSignal.any` does, which the oldest browsers lack (README.md).
  const first = new AbortController();
  for (const one of [signal, timeout]) {
    if (one.aborted) first.abort(one.reason);
    one.addEventListener('abort', () => first.abort(one.reason), { once: true });
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
