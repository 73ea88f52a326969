/** Defines a REST call once, for the server, the client and the OpenAPI document. */
import type { z } from 'zod';
import type { HttpRefusalCode } from './refusals.ts';

/** A call: its path with `{parameters}`, its strict request schemas and one answer for each 2xx. */
export interface Call {
  /**
   * A verb and its object: the `operationId`, and so a function's name in generated clients. It
   * never changes.
   */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  /** Whether the body's walletAddress must be proven by a session (EIP-4361). */
  readonly needsSession: boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** The type of a 200's text, where that is no JSON. */
  readonly media?: string;
  /** Those that only some calls have, beside those of every command. */
  readonly refusals?: readonly HttpRefusalCode[];
  /**
   * Which headers give the answer's rev (`BOARD_HEADERS`): `list` adds the length of the list;
   * `present` omits them when a retry receives a recorded state that is no longer current.
   */
  readonly placed?: 'list' | 'state' | 'present';
  /** True if its answers may have an ETag: 304 to a client that already has the same. */
  readonly isTagged?: boolean;
}

/** Checks a call's shape and keeps its exact type. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The answer of a call, for any of its 2xx; null if that answer has no body. */
export type AnswerOf<C extends Call> = {
  [Status in keyof C['answers']]: C['answers'][Status] extends z.ZodType
    ? z.output<C['answers'][Status]>
    : null;
}[keyof C['answers']];

/**
 * Parses the body of a 2xx with the call's schema.
 * @throws Error if the call has no such status, ZodError if the body doesn't match.
 */
export function parseAnswer<C extends Call>(call: C, status: number, body: unknown): AnswerOf<C> {
  const schema = call.answers[status];
  if (schema === undefined) throw new Error(`${call.method} ${call.path} has no ${status} answer`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this very schema; a type cannot follow a status known only at run time
  return (schema === null ? null : schema.parse(body)) as AnswerOf<C>;
}

/**
 * The path of a call with its parameters filled in, such as `/api/territory/0x1`.
 * @throws Error if a parameter is missing.
 */
export function pathOf(call: Pick<Call, 'path'>, params?: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return pathWith(call, (name) => {
    const value = values.get(name);
    if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(value);
    throw new Error(`${call.path} needs a parameter ${name}`);
  });
}

/** The same with other text in place of each parameter, such as a router's own syntax. */
export function pathWith(call: Pick<Call, 'path'>, segmentOf: (name: string) => string): string {
  return call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name));
}
