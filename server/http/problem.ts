/** Error answers: a code, its status, and a sentence in plain text. */
import type { ErrorRequestHandler, Response } from 'express';
import { z } from 'zod';
import {
  HTTP_REFUSALS,
  REFUSAL_HEADER,
  type HttpRefusalCode,
} from '../../common/protocol/refusals.ts';
import type { Refused } from '../game/engine/game.ts';
import { unavailability } from '../game/engine/unavailable.ts';
import type { SignInRefusal } from '../game/sign-in/sign-in-message.ts';
import { TOO_DEEP } from './json-depth.ts';
import { noteBug } from './request-log.ts';

/** A request that can't be answered as asked. Its message is the sentence that the caller reads. */
export class Problem extends Error {
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

  get status(): number {
    return HTTP_REFUSALS[this.code];
  }
}

/** The Retry-After of a 503, in seconds; unreadable metadata is not read again sooner. */
const RETRY_AFTER_S = '2';
const METADATA_RETRY_AFTER_S = '5';

/** A refusal of the game is sent under its own code: one that the protocol lacks does not compile. */
export function problemOf({
  code,
  message,
}: Pick<Refused | SignInRefusal, 'code' | 'message'>): Problem {
  if (HTTP_REFUSALS[code] !== 503) return new Problem(code, message);
  const isOfMetadata = code === 'metadata-unavailable';
  const seconds = isOfMetadata ? METADATA_RETRY_AFTER_S : RETRY_AFTER_S;
  return new Problem(code, message, { 'Retry-After': seconds });
}

interface Explanation {
  readonly code: HttpRefusalCode;
  readonly sentence: string;
}

/** What express and its parsers refuse by themselves, by their errors' type. */
const PARSER_REFUSALS: Readonly<Record<string, Explanation>> = {
  'entity.parse.failed': {
    code: 'malformed-json',
    sentence: 'The body is not valid JSON. Check its quotes, commas and brackets.',
  },
  [TOO_DEEP]: {
    code: 'malformed-json',
    sentence: 'The body has too many nested brackets. Send only the fields of the call.',
  },
  'entity.too.large': {
    code: 'body-too-large',
    sentence: 'The body is too large: 16 kB are the most.',
  },
  'encoding.unsupported': {
    code: 'unsupported-media-type',
    sentence: 'Send the body as it is, without a Content-Encoding.',
  },
  'charset.unsupported': {
    code: 'unsupported-media-type',
    sentence: 'Send the body in UTF-8.',
  },
  'request.size.invalid': {
    code: 'bad-request',
    sentence: 'The body is not as long as its Content-Length says.',
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
function explain(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  const unavailable = unavailability(error);
  if (unavailable) return problemOf(unavailable);
  const clientError = clientErrorSchema.safeParse(error);
  if (!clientError.success) return null;
  const { status, type = '' } = clientError.data;
  const { code, sentence } = PARSER_REFUSALS[type] ?? {
    code: OTHER_REFUSALS[status] ?? 'bad-request',
    sentence: 'That request is not understood.',
  };
  return new Problem(code, sentence);
}

export function sendProblem(response: Response, problem: Problem): void {
  response
    .status(problem.status)
    .set({ 'Cache-Control': 'no-store', [REFUSAL_HEADER]: problem.code, ...problem.headers })
    .type('text/plain')
    .send(problem.message);
}

/** The one error boundary of HTTP: the caller gets a sentence, the log a bug's stack. */
export const answerErrors: ErrorRequestHandler = (error, request, response, _next) => {
  const problem = explain(error);
  if (!problem) noteBug(response, error);
  if (response.headersSent) {
    // Too late for another answer: cut off, so that the client doesn't take it for complete.
    request.socket.destroy();
    return;
  }
  sendProblem(
    response,
    problem ??
      new Problem('internal-error', 'Something went wrong on our side. Try again in a moment.'),
  );
};
