/**
 * What all commands of the connected wallet share: the account they act for, the session they need,
 * the idempotency key, what is stored until their answer is known, and when it may be used.
 * `commands.ts` has each command's cache update.
 */
import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { isUncertain } from '../../../../client-kit/api/api-error.ts';
import { newIdempotencyKey } from '../../../../client-kit/api/repeat.ts';
import type { AnswerOf, Call } from '../../../../common/protocol/call.ts';
import type { Address } from '../../../../common/values/address.ts';
import { configQuery } from '../../api/config.ts';
import { pageServer } from '../../api/page-server.ts';
import { serverClock } from '../../api/server-clock.ts';
import { commandHeaders, type CommandPath, type SentCommand } from '../sent-commands.ts';
import { useWalletContext } from '../wallet-context.ts';
import { AnswerLost, WalletChanged, WalletNotConnected } from '../wallet-errors.ts';
import type { WalletParts } from '../wallet-parts.ts';
import type { WalletStore } from '../wallet-store.ts';

/** A call that carries out a command of the wallet in its body: it needs that wallet's session. */
export type CommandCall = Call & { readonly path: CommandPath; readonly body: z.ZodType };

/** A command's body, without the wallet that sends it. */
export type VariablesOf<C extends CommandCall> = Omit<z.input<C['body']>, 'walletAddress'>;

export interface WalletMutation<C extends CommandCall> {
  readonly call: C;
  /**
   * Puts the answer into the cache of the wallet that asked, and invalidates what it makes stale.
   */
  readonly updateCache: (
    queryClient: QueryClient,
    walletAddress: Address,
    answer: AnswerOf<C>,
  ) => void;
}

interface MutationParts extends Pick<WalletParts, 'sessions' | 'sent'> {
  readonly queryClient: QueryClient;
  readonly store: Pick<WalletStore, 'get'>;
}

/**
 * Acts for the currently connected account. The caller receives the answer only if that account is
 * still connected.
 * @throws WalletNotConnected, WalletChanged and what `act` throws.
 */
export async function forOneAccount<Answer>(
  store: MutationParts['store'],
  act: (walletAddress: Address, isStillConnected: () => boolean) => Promise<Answer>,
): Promise<Answer> {
  const { walletAddress } = store.get();
  if (walletAddress === null) throw new WalletNotConnected('Connect your wallet first.');
  const isStillConnected = () => store.get().walletAddress === walletAddress;
  const answer = await act(walletAddress, isStillConnected);
  if (!isStillConnected()) throw new WalletChanged(true);
  return answer;
}

/**
 * Sends a command. An answer for an earlier account goes into that account's cache and is not
 * returned.
 * @throws AnswerLost if it may have been carried out: then it is sent again until that is known.
 * Otherwise what `forOneAccount` and `command` throw, SignatureRejected and WalletError.
 */
function runMutation<C extends CommandCall>(
  { queryClient, store, sessions, sent }: MutationParts,
  { call, updateCache }: WalletMutation<C>,
  variables: VariablesOf<C>,
): Promise<AnswerOf<C>> {
  return forOneAccount(store, async (walletAddress, isStillConnected) => {
    const key = newIdempotencyKey();
    // Before the player signs in, which may take long.
    const shownRules = queryClient.getQueryData(configQuery().queryKey)?.rulesHash;
    const send = async (): Promise<AnswerOf<C>> => {
      // The player may have switched accounts while signing in.
      if (!isStillConnected()) throw new WalletChanged(false);
      const command: SentCommand = {
        walletAddress,
        path: call.path,
        key,
        body: { walletAddress, ...variables },
        shownRules,
        sentAt: serverClock.now(),
        state: 'sent',
      };
      sent.keep(command);
      try {
        const answer = await pageServer.command(call, command.body, commandHeaders(command));
        sent.drop(command);
        return answer;
      } catch (cause) {
        if (!isUncertain(cause)) {
          sent.drop(command);
          throw cause;
        }
        sent.keep({ ...command, state: 'lost', lostAt: serverClock.now() });
        throw new AnswerLost(cause);
      }
    };
    const answer = await sent.handle({ key }, () => sessions.during(walletAddress, send));
    updateCache(queryClient, walletAddress, answer);
    return answer;
  });
}

/** The mutation as a hook; its state is reset when the wallet's account changes. */
export function useWalletMutation<C extends CommandCall>(
  mutation: WalletMutation<C>,
): UseMutationResult<AnswerOf<C>, Error, VariablesOf<C>> {
  const queryClient = useQueryClient();
  const { parts, view } = useWalletContext();
  const { walletAddress } = view;
  const startedFor = useRef<Address | null>(null);
  const result = useMutation<AnswerOf<C>, Error, VariablesOf<C>>({
    mutationFn(variables) {
      const { store, sessions, sent } = parts();
      startedFor.current = store.get().walletAddress;
      return runMutation({ queryClient, store, sessions, sent }, mutation, variables);
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
