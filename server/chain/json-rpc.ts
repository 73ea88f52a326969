/**
 * JSON-RPC 2.0 as Ethereum's endpoints speak it: how calls are written and answers read. Nothing is
 * trusted.
 */
import { z } from 'zod';
import { RpcRefusal } from './failures.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type Outcome = PromiseSettledResult<unknown>;

/** How calls reach one endpoint: over HTTP, over a WebSocket, or in-process in tests. */
export interface Transport {
  /**
   * The outcome of each call, in their order; several are sent as one batch.
   * @throws RpcRefusal, RequestTooLarge, TooManyRequests if the request as a whole was refused;
   * AnswerTooLarge; Error if no proper answer came in time.
   */
  send(calls: readonly RpcCall[]): Promise<Outcome[]>;
  /**
   * Calls the listener with each header that the endpoint announces (eth_subscribe newHeads), and
   * with null when the subscription is lost. Null over HTTP, which has no subscriptions.
   */
  readonly subscribe: ((listener: (header: unknown) => void) => void) | null;
  close(): void;
}

export interface TransportLimits {
  /** For a request and its whole answer. */
  readonly timeoutMs: number;
  /** Of a whole answer. */
  readonly maxAnswerBytes: number;
}

/** The text of a request; its calls have consecutive ids. */
export function requestText(calls: readonly RpcCall[], firstId = 1): string {
  const envelopes = calls.map(({ method, params }, i) => ({
    jsonrpc: '2.0',
    id: firstId + i,
    method,
    params,
  }));
  return JSON.stringify(envelopes.length === 1 ? envelopes[0] : envelopes);
}

const answerSchema = z.object({
  id: z.union([z.int(), z.string(), z.null()]).default(null),
  result: z.unknown().optional(),
  error: z
    .object({
      code: z.union([
        z.int(),
        z
          .string()
          .regex(/^-?[0-9]{1,9}$/)
          .transform(Number),
      ]),
      message: z.string().default(''),
      data: z.unknown().optional(),
    })
    .nullish(),
});
type Answer = z.infer<typeof answerSchema>;

export type Answers = ReturnType<typeof answersIn>;

/** What a node sent; null if it is not JSON. */
export function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * More than any request of ours has calls: to check half a million would stop the game for a
 * second.
 */
const MOST_ANSWERS = 100;

/** The answers in what a node sent; anything else in it is left out. */
export function answersIn(content: unknown) {
  const all: readonly unknown[] = Array.isArray(content)
    ? content.slice(0, MOST_ANSWERS)
    : [content];
  const answers = all.flatMap((one) => {
    const answer = answerSchema.safeParse(one);
    return answer.success ? [answer.data] : [];
  });
  return {
    /** By the ids of their calls, some of which come back as text. */
    byId: new Map<number, Answer>(
      answers.flatMap((answer) => (answer.id === null ? [] : [[Number(answer.id), answer]])),
    ),
    /**
     * An error without an id is about the whole request (JSON-RPC 2.0, 5): too large a batch, a
     * limit.
     */
    ofAll: answers.find(({ id, error }) => id === null && error),
  };
}

/** @throws RpcRefusal if they were refused together. */
export function outcomesOf(
  calls: readonly RpcCall[],
  { byId, ofAll }: Answers,
  firstId = 1,
): Outcome[] {
  const outcomes = calls.map(({ method }, i) => outcomeOf(method, byId.get(firstId + i) ?? ofAll));
  const [first] = outcomes;
  if (ofAll && byId.size === 0 && first?.status === 'rejected') throw first.reason;
  return outcomes;
}

function outcomeOf(method: string, answer: Answer | undefined): Outcome {
  if (answer?.error) {
    const { code, message, data } = answer.error;
    return { status: 'rejected', reason: new RpcRefusal(method, code, message, data) };
  }
  if (answer?.result !== undefined) return { status: 'fulfilled', value: answer.result };
  return { status: 'rejected', reason: new Error(`${method} got no proper answer`) };
}

/** The result of a call. @throws why there is none */
export function valueOf(outcome: Outcome | undefined): unknown {
  if (outcome?.status !== 'fulfilled') throw outcome?.reason ?? new Error('no answer');
  return outcome.value;
}

export const ethCall = (call: object, block = 'latest'): RpcCall => ({
  method: 'eth_call',
  params: [call, block],
});

/** Why a call has no result; null if it has one. */
export function reasonOf(outcome: Outcome | undefined): unknown {
  return outcome?.status === 'rejected' ? (outcome.reason as unknown) : null;
}

/** A quantity as a number: `0x1a`, at most 52 bits. */
export const quantitySchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,13}$/)
  .transform(Number);

/** Bytes, in lower case. */
export const hexBytesSchema = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((text) => text.toLowerCase());
