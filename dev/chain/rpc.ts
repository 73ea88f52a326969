/** JSON-RPC to the development chain, in batches: one round trip for calls that can go together. */
import { z } from 'zod';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * The results of the calls, in their order. @throws ChainRefused for the first that failed; Error
 * if the chain does not answer.
 */
export type Rpc = (calls: readonly RpcCall[]) => Promise<readonly unknown[]>;

/** The local chain is not available; the message says why, then what to do about it. */
export class LocalChainError extends Error {
  override readonly name = 'LocalChainError';
}

const TIMEOUT_MS = 10_000;

/** The chain answered a call with an error. */
export class ChainRefused extends Error {
  override readonly name = 'ChainRefused';
  /** In the chain's own words. */
  readonly reason: string;

  constructor(method: string, reason: string) {
    super(`The local chain refused ${method}: ${reason}`);
    this.reason = reason;
  }
}

const answersSchema = z.array(
  z.union([
    z.object({ id: z.int(), error: z.object({ message: z.string() }) }),
    z.object({ id: z.int(), result: z.unknown() }),
  ]),
);

export function rpcAt(url: string): Rpc {
  return async (calls) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answers = answersSchema.parse(await response.json());
    return calls.map((call, id) => {
      const answer = answers.find((candidate) => candidate.id === id);
      if (!answer) throw new Error(`The local chain did not answer ${call.method}.`);
      if ('error' in answer) throw new ChainRefused(call.method, answer.error.message);
      return answer.result;
    });
  };
}
