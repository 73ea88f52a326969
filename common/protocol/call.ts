/** How one REST call is written down, once, for the server, the client and the OpenAPI document. */
import type { z } from 'zod';

/** A call: its path with `{parameters}`, its strict request schemas and an answer for each 2xx. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  /** Whether the body's walletAddress must be proven by a session (EIP-4361). */
  readonly needsSession: boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /**
   * Which headers say what rev the answer is of (`BOARD_HEADERS`): `list` has the length of the list too;
   * `present` has none of them where a retry is told a state that is no longer the present one.
   */
  readonly placed?: 'list' | 'state' | 'present';
}

/** Checks a call's shape and keeps its exact type. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** What a call answers with, whichever 2xx it is; null where that answer has no body. */
export type AnswerOf<C extends Call> = {
  [Status in keyof C['answers']]: C['answers'][Status] extends z.ZodType
    ? z.output<C['answers'][Status]>
    : null;
}[keyof C['answers']];

/**
 * The body of a 2xx, as the call describes it.
 * @throws Error where the call answers no such status, ZodError where the body is another's.
 */
export function parseAnswer<C extends Call>(call: C, status: number, body: unknown): AnswerOf<C> {
  const schema = call.answers[status];
  if (schema === undefined) throw new Error(`${call.method} ${call.path} answers no ${status}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this very schema; a type cannot follow a status that is known at run time alone
  return (schema === null ? null : schema.parse(body)) as AnswerOf<C>;
}

/**
 * The path of a call with its parameters filled in: `/api/territory/0x1` and the like.
 * @throws Error where a parameter is missing.
 */
export function pathOf(call: Pick<Call, 'path'>, params?: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return pathWith(call, (name) => {
    const value = values.get(name);
    if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(value);
    throw new Error(`${call.path} needs a parameter ${name}`);
  });
}

/** The same with other text in the place of each parameter: a router's own way to write it, say. */
export function pathWith(call: Pick<Call, 'path'>, segmentOf: (name: string) => string): string {
  return call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name));
}
