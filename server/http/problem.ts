/** Answers that are no success: a status and a sentence, in plain text (DESIGN §5). */
import type { ErrorRequestHandler, Response } from 'express';
import { z } from 'zod';
import type { Refused } from '../game/engine/game.ts';
import { unavailability } from '../game/engine/unavailable.ts';
import type { SignInRefusal } from '../game/sign-in/sign-in-message.ts';
import type { Log } from '../observe/log.ts';
import { REQUEST_ID, requestFields } from './request-log.ts';

/** A request that cannot be answered as asked. Its message is the sentence that the caller reads. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

/** What the game refuses, and with which status it is answered. */
const STATUS_OF = {
  'amount-not-positive': 400,
  'insufficient-dena': 400,
  'gdp-out-of-range': 400,
  'wrong-nft': 400,
  'not-owner': 400,
  'insufficient-nfts': 400,
  'quantity-not-tradable': 400,
  'message-malformed': 400,
  'proof-refused': 401,
  'no-such-player': 404,
  'no-such-stake': 404,
  'no-nation': 409,
  'nation-chosen-already': 409,
  'stake-locked': 409,
  'stake-ended': 409,
  'key-reused': 409,
  busy: 503,
  'store-unavailable': 503,
  'chain-unavailable': 503,
} as const satisfies Record<Refused['code'] | SignInRefusal['code'], number>;

/** What to wait before asking again after a 503, in seconds. */
const RETRY_AFTER_S = '2';

export function problemOf(refusal: Pick<Refused | SignInRefusal, 'code' | 'message'>): Problem {
  const status = STATUS_OF[refusal.code];
  return new Problem(
    status,
    refusal.message,
    status === 503 ? { 'Retry-After': RETRY_AFTER_S } : {},
  );
}

/** Sentences for what express and its parsers refuse by themselves, by their errors' type. */
const PARSER_SENTENCES: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'The body is not valid JSON. Check its quotes, commas and brackets.',
  'entity.too.large': 'The body is too large: 16 kB are the most.',
  'encoding.unsupported': 'Send the body as it is, without a Content-Encoding.',
  'charset.unsupported': 'Send the body in UTF-8.',
  'request.size.invalid': 'The body is not as long as its Content-Length says.',
};

const clientErrorSchema = z.object({
  status: z.int().min(400).max(499),
  type: z.string().optional(),
});

/** Any error, as the caller is told of it; null for a bug. */
function explain(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  const unavailable = unavailability(error);
  if (unavailable) return problemOf(unavailable);
  const clientError = clientErrorSchema.safeParse(error);
  if (!clientError.success) return null;
  const { status, type } = clientError.data;
  const sentence = PARSER_SENTENCES[type ?? ''] ?? 'That request is not understood.';
  return new Problem(status, sentence);
}

export function sendProblem(response: Response, problem: Problem): void {
  response
    .status(problem.status)
    .set({ 'Cache-Control': 'no-store', ...problem.headers })
    .type('text/plain')
    .send(problem.message);
}

/** The log sees a bug's stack; the caller will not. */
export function logBugs(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (!explain(error)) {
      const id = String(response.getHeader(REQUEST_ID));
      log.error({ ...requestFields(id, request), err: error }, 'a request failed');
    }
    next(error);
  };
}

/** The one boundary of HTTP: the caller sees a sentence. */
export const answerErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) {
    // Too late for another answer: express cuts the connection, so that nobody takes it for whole.
    next(error);
    return;
  }
  sendProblem(
    response,
    explain(error) ?? new Problem(500, 'Something went wrong on our side. Try again in a moment.'),
  );
};
