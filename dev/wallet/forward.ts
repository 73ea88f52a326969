/** The Demo Wallet's connection to the chain: the development server's POST /dev/rpc. */
import { z } from 'zod';
import type { Forward } from './provider.ts';
import { DISCONNECTED, ProviderRpcError } from './rpc-error.ts';

const answerSchema = z.union([
  z.object({
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }),
]);

export function forwardTo(url: string): Forward {
  let id = 0;
  return async (method, params) => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const answer = answerSchema.safeParse(await post(url, body));
    if (!answer.success) {
      throw new ProviderRpcError(DISCONNECTED, 'The development chain does not answer.');
    }
    if ('error' in answer.data) {
      const { code, message, data } = answer.data.error;
      throw new ProviderRpcError(code, message, data);
    }
    return answer.data.result;
  };
}

/** The answer's JSON; null if there is no answer, or none from the chain. */
async function post(url: string, body: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    // The server is gone or restarting.
    return null;
  }
}
