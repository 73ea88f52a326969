/** The mutations that the wallet's actions are made of: they act for whichever account is connected. */
import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Address } from '../../../common/values/address.ts';
import { runAction, runSignedAction } from './signed-action.ts';
import { useWalletContext } from './wallet-context.ts';

interface Keeping<Answer> {
  /** Puts the answer, and what follows from it, into the cache. */
  readonly keep: (queryClient: QueryClient, walletAddress: Address, answer: Answer) => void;
}

interface PlainMutation<Variables, Answer> extends Keeping<Answer> {
  readonly send: (walletAddress: Address, variables: Variables) => Promise<Answer>;
}

interface SignedMutation<Variables, Answer> extends Keeping<Answer> {
  readonly send: (
    walletAddress: Address,
    variables: Variables,
    idempotencyKey: string,
  ) => Promise<Answer>;
}

/** For a call that needs no session. */
export function usePlainMutation<Variables, Answer>(spec: PlainMutation<Variables, Answer>) {
  const queryClient = useQueryClient();
  const { parts } = useWalletContext();
  return useWalletMutation((variables: Variables) =>
    runAction(parts().store, {
      send: (walletAddress) => spec.send(walletAddress, variables),
      keep: (walletAddress, answer) => spec.keep(queryClient, walletAddress, answer),
    }),
  );
}

/** For a call that needs a session: the wallet signs in first where it must. */
export function useSignedMutation<Variables, Answer>(spec: SignedMutation<Variables, Answer>) {
  const queryClient = useQueryClient();
  const { parts } = useWalletContext();
  return useWalletMutation((variables: Variables) => {
    const { store, sessions } = parts();
    return runSignedAction(store, sessions, {
      send: (walletAddress, key) => spec.send(walletAddress, variables, key),
      keep: (walletAddress, answer) => spec.keep(queryClient, walletAddress, answer),
    });
  });
}

/** The mutation's state is dropped where the wallet's account changes. */
function useWalletMutation<Variables, Answer>(
  run: (variables: Variables) => Promise<Answer>,
): UseMutationResult<Answer, Error, Variables> {
  const { parts, view } = useWalletContext();
  const { walletAddress } = view;
  const startedFor = useRef<Address | null>(null);
  const mutation = useMutation<Answer, Error, Variables>({
    mutationFn(variables) {
      startedFor.current = parts().store.getSnapshot().walletAddress;
      return run(variables);
    },
  });
  const { reset } = mutation;
  useEffect(() => {
    // One that began for this very account, right after it connected, goes on.
    if (startedFor.current === null || startedFor.current === walletAddress) return;
    startedFor.current = null;
    reset();
  }, [walletAddress, reset]);
  return mutation;
}
