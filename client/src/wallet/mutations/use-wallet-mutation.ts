/**
 * What all mutations of the connected wallet share: the account they act for, the session they need, the
 * idempotency key, and when the answer may be used. Each mutation's request and cache update are in its own
 * file of this folder.
 */
import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import type { SessionKeeper } from '../session-keeper.ts';
import { useWalletContext } from '../wallet-context.ts';
import { WalletChanged, WalletNotConnected } from '../wallet-errors.ts';
import type { WalletStore } from '../wallet-store.ts';

export interface WalletMutation<Variables, Answer> {
  /** As its call defines it: the wallet signs in first if it has no session. */
  readonly needsSession: boolean;
  /** Makes the request. Every retry sends the same key, so that the server acts once. */
  readonly call: (
    walletAddress: Address,
    variables: Variables,
    idempotencyKey: string,
  ) => Promise<Answer>;
  /** Puts the answer into the cache of the wallet that asked, and invalidates what it makes stale. */
  readonly updateCache: (queryClient: QueryClient, walletAddress: Address, answer: Answer) => void;
}

interface MutationParts {
  readonly queryClient: QueryClient;
  readonly store: Pick<WalletStore, 'getSnapshot'>;
  readonly sessions: Pick<SessionKeeper, 'during'>;
}

/**
 * Runs a mutation for the currently connected account. The caller receives the answer only if that account is
 * still connected: an answer for an earlier account goes into that account's cache and is not returned.
 * @throws WalletNotConnected, WalletChanged, what `request` throws and, if it needs a session,
 * SignatureRejected and WalletError.
 */
async function runMutation<Variables, Answer>(
  { queryClient, store, sessions }: MutationParts,
  { needsSession, call, updateCache }: WalletMutation<Variables, Answer>,
  variables: Variables,
): Promise<Answer> {
  const { walletAddress } = store.getSnapshot();
  if (walletAddress === null) throw new WalletNotConnected('Connect your wallet first.');
  const isStillConnected = () => store.getSnapshot().walletAddress === walletAddress;
  const idempotencyKey = newIdempotencyKey();
  const send = async () => {
    // The player may have switched accounts while signing in.
    if (!isStillConnected()) throw new WalletChanged(false);
    return call(walletAddress, variables, idempotencyKey);
  };
  const answer = await (needsSession ? sessions.during(walletAddress, send) : send());
  updateCache(queryClient, walletAddress, answer);
  if (!isStillConnected()) throw new WalletChanged(true);
  return answer;
}

/** 128 random bits; `crypto.randomUUID` is unavailable on plain HTTP except on the loopback. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The mutation as a hook; its state is reset when the wallet's account changes. */
export function useWalletMutation<Variables, Answer>(
  mutation: WalletMutation<Variables, Answer>,
): UseMutationResult<Answer, Error, Variables> {
  const queryClient = useQueryClient();
  const { parts, view } = useWalletContext();
  const { walletAddress } = view;
  const startedFor = useRef<Address | null>(null);
  const result = useMutation<Answer, Error, Variables>({
    mutationFn(variables) {
      const { store, sessions } = parts();
      startedFor.current = store.getSnapshot().walletAddress;
      return runMutation({ queryClient, store, sessions }, mutation, variables);
    },
  });
  const { reset } = result;
  useEffect(() => {
    // A mutation that began for this account, right after it connected, continues.
    if (startedFor.current === null || startedFor.current === walletAddress) return;
    startedFor.current = null;
    reset();
  }, [walletAddress, reset]);
  return result;
}
