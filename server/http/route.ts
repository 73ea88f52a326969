/**
 * One call of the protocol as the server answers it. The schemas are the call's own; a handler gets
 * nothing that has not passed them, and is reached by nobody but whom `guards.ts` lets through.
 */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { z } from 'zod';
import type { Call } from '../../common/protocol/call.ts';
import { parseInput } from '../../common/protocol/parse.ts';
import { RULES_HEADER } from '../../common/protocol/version.ts';
import type { Address } from '../../common/values/address.ts';
import { commandIdSchema } from '../../common/values/ids.ts';
import type { Intent } from '../game/engine/command.ts';
import type { Refused } from '../game/engine/game.ts';
import { newId } from '../lib/machine.ts';
import type { Encoded } from './answer-cache.ts';
import { Problem } from './problem.ts';
import type { Queue } from './shared-work.ts';

type Parsed<C extends Call, Part extends 'params' | 'query' | 'body'> = C[Part] extends z.ZodType
  ? z.output<C[Part]>
  : undefined;

/** A request as a handler sees it. */
interface Asked<C extends Call> {
  readonly params: Parsed<C, 'params'>;
  readonly query: Parsed<C, 'query'>;
  readonly body: Parsed<C, 'body'>;
  readonly headers: IncomingHttpHeaders;
  /** For limits per caller. */
  readonly request: IncomingMessage;
  /** Whose work is fair with that of others (`callerNetwork`). */
  readonly network: string;
  /** Identifies this request, so that a retry of it takes effect once. */
  readonly intent: () => Intent;
  readonly isOwn: IsOwn;
  readonly longQueue: Queue;
}

/** True if the caller has proven this wallet. @throws StoreUnavailable */
type IsOwn = (wallet: Address) => Promise<boolean>;

type Headers = Readonly<Record<string, string>>;

/**
 * An answer of the call with its status, and whether the caller's wallet was changed for it; or
 * "not modified".
 */
type Reply<C extends Call> =
  | {
      [Status in keyof C['answers'] & number]: {
        readonly status: Status;
        readonly body: C['answers'][Status] extends z.ZodType
          ? z.input<C['answers'][Status]>
          : null;
        readonly headers?: Headers;
        readonly isCommit?: boolean;
      };
    }[keyof C['answers'] & number]
  | { readonly status: 304; readonly body: null; readonly headers: Headers }
  | AnyReply;

/**
 * The call's 200 answer as it is sent, `isReady` if not made for its caller, JSON unless it says
 * its type; or a refusal.
 */
type AnyReply =
  | {
      readonly status: 200;
      readonly encoded: Encoded;
      readonly isReady: boolean;
      readonly type?: string;
      readonly headers?: Headers;
    }
  | Refused;

/** An answer to be sent, of any call. */
export type Sent =
  | {
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Headers;
      readonly isCommit?: boolean;
    }
  | AnyReply;

/** Parsed by the call's schemas. */
type Input = Readonly<Record<'params' | 'query' | 'body', unknown>>;

/** What a handler needs of its request. */
interface By extends Pick<Asked<Call>, 'isOwn' | 'network' | 'longQueue'> {
  readonly request: Request;
}

export interface Route {
  readonly call: Call;
  /**
   * True if each address runs only a few such calls at a time and queues the rest behind its own.
   */
  readonly isShared: boolean;
  /** @throws Problem */
  readonly parse: (request: Request) => Input;
  readonly handle: (input: Input, by: By) => Promise<Sent>;
}

export function route<const C extends Call>(
  call: C,
  handle: (asked: Asked<C>) => Reply<C> | Promise<Reply<C>>,
): Route {
  return {
    call,
    isShared: false,
    parse: (request) => ({
      params: call.params && valid(call.params, request.params),
      query: call.query && valid(call.query, request.query),
      body: call.body && parsedBody(call.body, request),
    }),
    async handle(input, by) {
      const { headers } = by.request;
      const intent = () => intentOf(call, headers, input.body);
      const asked = { ...input, ...by, headers, intent };
      // Each part has just been parsed by the schema that its type is inferred from.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return handle(asked as Asked<C>);
    },
  };
}

/**
 * For a call whose work all share (signatures, contract wallets, lists, rankings, the past,
 * tokens): `shared-work.ts` has the queue of its address.
 */
export const sharedRoute: typeof route = (call, handle) => ({
  ...route(call, handle),
  isShared: true,
});

/** @throws Problem */
export function valid<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = parseInput(schema, input);
  if (!parsed.ok) throw new Problem('bad-request', parsed.sentence);
  return parsed.value;
}

/** The body, which express's parser leaves undefined if it was not sent as JSON. @throws Problem */
export function parsedBody<S extends z.ZodType>(schema: S, request: Request): z.output<S> {
  const { body } = request as { readonly body: unknown };
  if (body === undefined) {
    throw new Problem(
      'unsupported-media-type',
      'Send a JSON body, with the header Content-Type: application/json.',
    );
  }
  return valid(schema, body);
}

/** A key that a client chose is remembered for a day; one of ours only while we retry ourselves. */
const CHOSEN_KEY_MS = 24 * 60 * 60_000;
const OWN_KEY_MS = 60_000;

function intentOf(call: Call, headers: IncomingHttpHeaders, body: unknown): Intent {
  // Without a session the sender may be anyone, who would use up a key of the wallet's owner.
  const chosen = call.needsSession ? headers['idempotency-key'] : undefined;
  const fingerprint = fingerprintOf(call, body);
  const shownRules = call.needsSession
    ? headers[RULES_HEADER.toLowerCase()]?.toString()
    : undefined;
  if (chosen === undefined) {
    const commandId = commandIdSchema.parse(newId());
    return { commandId, fingerprint, shownRules, rememberMs: OWN_KEY_MS };
  }
  const commandId = valid(commandIdSchema, chosen);
  return { commandId, fingerprint, shownRules, rememberMs: CHOSEN_KEY_MS };
}

/**
 * Equal for two requests for the same thing, however they are written: it is computed from the
 * parsed body.
 */
function fingerprintOf(call: Call, body: unknown): string {
  const canonical = JSON.stringify(body, (_key, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
  return hash('sha256', `${call.method} ${call.path}\n${canonical}`, 'base64url');
}
