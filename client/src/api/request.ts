/** One REST call, typed from its definition in `common/protocol`: sent and judged; `read-answer.ts` parses it. */
import type { z } from 'zod';
import { pathOf, type AnswerOf, type Call } from '../../../common/protocol/call.ts';
import { REFUSAL_HEADER } from '../../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION, VERSION_HEADER } from '../../../common/protocol/version.ts';
import { answered, ApiError, isRefusedAs } from './api-error.ts';
import { pageAge } from './page-age.ts';

/** The parts of a request that the call defines must be given; those it does not define cannot be. */
type Part<C extends Call, Name extends 'params' | 'query' | 'body'> = C[Name] extends z.ZodType
  ? Record<Name, z.input<C[Name]>>
  : Partial<Record<Name, undefined>>;

export type RequestOptions<C extends Call> = Part<C, 'params'> &
  Partial<Part<C, 'query'>> &
  Part<C, 'body'> & {
    /** Names the command, so that sending it again acts once. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  };

/** What parses answers loads with the first of them, as their schemas do. */
export const reader = () => import('./read-answer.ts');

/** The server answers within 6 s at its slowest; past this, the connection is what hangs. */
const ANSWER_TIMEOUT_MS = 20_000;

/**
 * Makes a call.
 * @throws ApiError where the server refuses, NetworkError where it does not answer, UnreadableAnswer
 * where the answer is not what the call promises, and the signal's reason where the caller aborts.
 */
export async function request<C extends Call>(
  call: C,
  options: RequestOptions<C>,
): Promise<AnswerOf<C>> {
  const { params, query, body, idempotencyKey, signal } = options;
  const [response, { readAnswer }] = await Promise.all([
    send(call.method, pathOf(call, params) + searchOf(query), {
      body,
      signal,
      headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    }),
    reader(),
  ]);
  return readAnswer(call, response);
}

interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The answer to a request, once it is a 2xx or the 304 that an `If-None-Match` asked for. */
export async function send(
  method: Call['method'],
  path: string,
  { body, headers = {}, signal }: SendOptions = {},
): Promise<Response> {
  const hasBody = body !== undefined;
  const response = await answered(
    fetch(new URL(path, location.origin), {
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
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
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
