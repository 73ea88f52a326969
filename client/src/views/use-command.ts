/**
 * A form's command: one at a time, and none while it isn't known whether the last one went through.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../common/protocol/call.ts';
import { ApiError } from '../../../client-kit/api/api-error.ts';
import { statusQuery, useWhyNot } from '../api/status.ts';
import { useSingleFlight } from '../ui/use-single-flight.ts';
import {
  useWalletMutation,
  type CommandCall,
  type VariablesOf,
  type WalletMutation,
} from '../wallet/mutations/use-wallet-mutation.ts';
import { useUnanswered, type Unanswered } from '../wallet/use-sent-commands.ts';
import { AnswerLost } from '../wallet/wallet-errors.ts';

export interface Command<Variables> {
  readonly run: (variables: Variables) => void;
  readonly isRunning: boolean;
  /** What the last one was, while it runs or is not known to have gone through. */
  readonly variables: Variables | undefined;
  /**
   * It runs, or it isn't known yet whether the last one went through: the form can't be changed or
   * sent.
   */
  readonly isLocked: boolean;
  /** What is said meanwhile; null while it runs, and once it is known. */
  readonly checking: Unanswered | null;
  /** Why no command can be sent at present; null if one can. */
  readonly whyNot: string | null;
}

/**
 * How a command ends. An answer that is lost is neither: whether it went through is said when that
 * is known.
 */
interface Ends<Variables, Answer> {
  readonly done: (answer: Answer, variables: Variables) => void;
  readonly failed: (error: unknown) => void;
  /** It turns out that a command whose answer was lost went through. */
  readonly doneLate?: () => void;
}

export function useCommand<C extends CommandCall>(
  mutation: WalletMutation<C>,
  { done, failed, doneLate }: Ends<VariablesOf<C>, AnswerOf<C>>,
): Command<VariablesOf<C>> {
  const { mutateAsync, variables } = useWalletMutation(mutation);
  const unanswered = useUnanswered(mutation.call.path, doneLate);
  const queryClient = useQueryClient();
  const whyNot = useWhyNot();
  // Awaited, not passed a callback: the answer may change the page behind a dialog and unmount it.
  const { run, isRunning } = useSingleFlight(async (next: VariablesOf<C>) => {
    let answer: AnswerOf<C>;
    try {
      answer = await mutateAsync(next);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'paused') notePause(queryClient, error);
      else if (!(error instanceof AnswerLost)) failed(error);
      return;
    }
    done(answer, next);
  });
  return {
    run,
    isRunning,
    variables,
    isLocked: isRunning || unanswered !== null,
    checking: isRunning ? null : unanswered,
    whyNot,
  };
}

/** It began after this page last heard of it: it is shown as it is from now on. */
function notePause(queryClient: QueryClient, { body }: ApiError): void {
  queryClient.setQueryData(statusQuery().queryKey, (old) => ({
    notice: old?.notice ?? null,
    paused: body,
  }));
}
