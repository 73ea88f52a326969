/** Counts an endpoint's calls, and how many of them failed through its own fault. */
import { failureOf, isExecutionFailure } from './failures.ts';
import type { RpcClient } from './rpc-client.ts';
import { AnswerTooLarge } from './transport.ts';

export interface OnCalls {
  asked(count: number): void;
  answered(): void;
  failed(): void;
}

/** @param isAnswer true if an error still counts as an answer. */
export function countedClient(
  client: RpcClient,
  on: OnCalls,
  isAnswer = (error: unknown) => failureOf(error) === 'reverted',
): RpcClient {
  const failed = (error: unknown) => (isAnswer(error) ? on.answered() : on.failed());
  return {
    async call(method, params) {
      on.asked(1);
      try {
        const result = await client.call(method, params);
        on.answered();
        return result;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    async together(asked) {
      on.asked(asked.length);
      const outcomes = await client.together(asked);
      for (const one of outcomes) {
        if (one.status === 'fulfilled') on.answered();
        else failed(one.reason);
      }
      return outcomes;
    },
    close: () => client.close(),
  };
}

/** True if a stranger's contract caused an error: it failed, or returned more than it may. */
export function isOfContract(error: unknown): boolean {
  return isExecutionFailure(error) || error instanceof AnswerTooLarge;
}
