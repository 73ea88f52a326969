/**
 * Validates every answer that a test gets from the API against the protocol and its OpenAPI
 * document. `http-client.ts` calls it for each answer, so that every test over HTTP also tests the
 * document.
 */
import type { z } from 'zod';
import { BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { pathWith, type Call } from '../../../common/protocol/call.ts';
import { BUILDER_CALLS } from '../../../common/protocol/builders.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { HTTP_REFUSALS, REFUSAL_HEADER } from '../../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION, VERSION_HEADER } from '../../../common/protocol/version.ts';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { objectionOfDocument } from './document-check.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body, parsed as the protocol promises it. */
  json<S extends z.ZodType>(schema: S): z.output<S>;
}

/** How many answers there are of each status. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const ROUTES = [...CALLS, ...BUILDER_CALLS].map((call) => ({
  call,
  // As express matches: in any case, with or without a trailing slash.
  path: new RegExp(`^${pathWith(call, () => '[^/]+')}/?$`, 'i'),
}));

/** A sentence or two, for a toast. */
const SENTENCE = /^[^\n]{10,300}$/;

const STATUS_OF_CODE = new Map<string, number>(Object.entries(HTTP_REFUSALS));

interface Question {
  readonly method: string;
  /** As it was in the request's first line. */
  readonly path: string;
  /** True if it named a commit [PRO35]. */
  readonly namesCommit: boolean;
}

/** @throws Error that says what is wrong with the answer. */
export function checkAnswer({ method, path, namesCommit }: Question, answer: Answer): void {
  const [plainPath = ''] = path.split('?', 1);
  const call = callOf(method, plainPath);
  const complain = (what: string) => {
    throw new Error(`${method} ${path} answered ${answer.status} ${what}\n${answer.text}`);
  };
  const isBelowApi = /^\/api(\/|$)/i.test(plainPath);
  const objection = call && objectionOfDocument(call, answer);
  if (objection) complain(objection);
  if (answer.status >= 400) {
    if (!isBelowApi) return;
    const complaint = objectionToRefusal(method, answer);
    if (complaint !== null) complain(complaint);
    return;
  }
  if (isBelowApi && answer.headers[VERSION_HEADER.toLowerCase()] !== String(PROTOCOL_VERSION)) {
    complain('without the version of the protocol');
  }
  if (answer.headers[REFUSAL_HEADER.toLowerCase()] !== undefined) {
    complain('with the code of a refusal');
  }
  if (call && answer.status < 300) {
    // Only reads of the API wait for a commit.
    const waits = namesCommit && isBelowApi && method === 'GET';
    const asked = waits ? { placed: 'state' as const, ...call } : call;
    const complaint = objectionToPlace(asked, answer);
    if (complaint !== null) complain(complaint);
  } else if (isBelowApi && isAnswered(method)) {
    if (answer.status !== 304) complain('though no call is described there');
  }
}

/** HEAD and OPTIONS come from HTTP itself: no call describes them. */
function isAnswered(method: string): boolean {
  return method !== 'HEAD' && method !== 'OPTIONS';
}

function callOf(method: string, path: string): Call | undefined {
  return ROUTES.find(({ call, path: pattern }) => call.method === method && pattern.test(path))
    ?.call;
}

/** Checks that the answer names its rev exactly if its call says that it does. */
function objectionToPlace({ placed }: Pick<Call, 'placed'>, { headers }: Answer): string | null {
  const header = (name: keyof typeof BOARD_HEADERS) => headers[BOARD_HEADERS[name].toLowerCase()];
  const hasCount = /^[0-9]+$/.test(String(header('totalCount')));
  if (hasCount !== (placed === 'list')) return 'with a length of a list, or without one';
  const isPlaced =
    epochSchema.safeParse(header('epoch')).success && revSchema.safeParse(header('rev')).success;
  if (placed === 'present' && header('epoch') === undefined && header('rev') === undefined) {
    return null;
  }
  return isPlaced === (placed !== undefined) ? null : 'with a rev of the board, or without one';
}

function objectionToRefusal(method: string, { status, headers, text }: Answer): string | null {
  if (headers['content-type'] !== 'text/plain; charset=utf-8') return 'without text/plain';
  const code = String(headers[REFUSAL_HEADER.toLowerCase()]);
  if (!STATUS_OF_CODE.has(code)) return `with ${code} for its code, which is none`;
  if (STATUS_OF_CODE.get(code) !== status) return `with ${code}, a code of another status`;
  if (method !== 'HEAD' && !SENTENCE.test(text)) return 'without a sentence fit for a toast';
  if ((status === 429 || status === 503) && !(Number(headers['retry-after']) > 0)) {
    return 'without the time to wait';
  }
  return null;
}
