/** Refusals: a code, its status, and a sentence in plain text. */
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorRequestHandler } from 'express';
import { z } from 'zod';
import {
  HTTP_REFUSALS,
  REFUSAL_HEADER,
  type HttpRefusalCode,
} from '../../common/protocol/refusals.ts';
import { unavailability } from '../game/engine/unavailable.ts';
import { TOO_DEEP } from './json-depth.ts';
import { noteBug } from './request-log.ts';

/** Why a request is not answered as asked. */
export interface Refusal {
  readonly code: HttpRefusalCode;
  /** The sentence that the caller reads. */
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal that is thrown. */
export class Problem extends Error implements Refusal {
  override readonly name = 'Problem';
  readonly code: HttpRefusalCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: HttpRefusalCode,
    sentence: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(sentence);
    this.code = code;
    this.headers = headers;
  }
}

/** The Retry-After of a 503, in seconds; unreadable metadata is not read again sooner. */
const RETRY_AFTER_S: Readonly<Partial<Record<HttpRefusalCode, string>>> = {
  'metadata-unavailable': '5',
  paused: '30',
};
const OTHER_RETRY_AFTER_S = '2';

/** A refusal, such as one of the game, to be thrown: it is sent under its own code. */
export function problemOf({ code, message, headers }: Refusal): Problem {
  if (headers || HTTP_REFUSALS[code] !== 503) return new Problem(code, message, headers);
  const seconds = RETRY_AFTER_S[code] ?? OTHER_RETRY_AFTER_S;
  return new Problem(code, message, { 'Retry-After': seconds });
}

/** What express and its parsers refuse by themselves, by their errors' type. */
const PARSER_REFUSALS: Readonly<Record<string, Refusal>> = {
  'entity.parse.failed': {
    code: 'malformed-json',
    message: 'The body is not valid JSON. Check its quotes, commas and brackets.',
  },
  [TOO_DEEP]: {
    code: 'malformed-json',
    message: 'The body has too many nested brackets. Send only the fields of the call.',
  },
  'entity.too.large': {
    code: 'body-too-large',
    message: 'The body is too large: 16 kB are the most.',
  },
  'encoding.unsupported': {
    code: 'unsupported-media-type',
    message: 'Send the body as it is, without a Content-Encoding.',
  },
  'charset.unsupported': {
    code: 'unsupported-media-type',
    message: 'Send the body in UTF-8.',
  },
  'request.size.invalid': {
    code: 'bad-request',
    message: 'The body is not as long as its Content-Length says.',
  },
};

/** The same for errors without a type: a malformed path, a file's range or precondition. */
const OTHER_REFUSALS: Readonly<Record<number, HttpRefusalCode>> = {
  404: 'not-found',
  412: 'precondition-failed',
  416: 'range-not-satisfiable',
};

const clientErrorSchema = z.object({
  status: z.int().min(400).max(499),
  type: z.string().optional(),
});

/** Any error as the caller sees it; null for a bug. */
export function explain(error: unknown): Refusal | null {
  if (error instanceof Problem) return error;
  const unavailable = unavailability(error);
  if (unavailable) return problemOf(unavailable);
  const clientError = clientErrorSchema.safeParse(error);
  if (!clientError.success) return null;
  const { status, type = '' } = clientError.data;
  return (
    PARSER_REFUSALS[type] ?? {
      code: OTHER_REFUSALS[status] ?? 'bad-request',
      message: 'That request is not understood.',
    }
  );
}

/**
 * Answers with a refusal.
 * @param to the response or, where Node has made none, the connection, which then ends.
 * @param head of the answer, besides the refusal's own: alternating names and values.
 */
export function refuse(
  to: ServerResponse | Duplex,
  { code, message, headers = {} }: Refusal,
  head: readonly string[] = [],
): void {
  const status = HTTP_REFUSALS[code];
  const own = {
    'Cache-Control': 'no-store',
    [REFUSAL_HEADER]: code,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(message)),
    ...headers,
  };
  if (to instanceof ServerResponse) {
    to.writeHead(status, [...head, ...Object.entries(own).flat()]).end(message);
    return;
  }
  const lines = Object.entries({ ...own, Connection: 'close' }).map((pair) => pair.join(': '));
  const start = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  to.end(`${start}\r\n\r\n${message}`, () => to.destroy());
}

/** The one error boundary of HTTP: the caller gets a sentence, the log a bug's stack. */
export const answerErrors: ErrorRequestHandler = (error, request, response, _next) => {
  const refusal = explain(error);
  if (!refusal) noteBug(response, error);
  if (response.headersSent) {
    // Too late for another answer: cut off, so that the client doesn't take it for complete.
    request.socket.destroy();
    return;
  }
  refuse(response, refusal ?? BUG);
};

const BUG: Refusal = {
  code: 'internal-error',
  message: 'Something went wrong on our side. Try again in a moment.',
};
