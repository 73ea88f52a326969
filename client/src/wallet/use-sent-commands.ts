/**
 * What pages do about commands whose answer is not known: repeat them, lock their forms, notify the
 * truth.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { loadOnce, loadUntilThere } from '../api/late-code.ts';
import { useStore } from '../lib/store.ts';
import type { CommandPath, Outcome, SentCommand } from './sent-commands.ts';
import { useWalletContext } from './wallet-context.ts';

const load = loadOnce(() => import('./mutations/repeat-commands.ts'));

/**
 * Repeats the connected wallet's commands until their answers are known, and calls `onSettled` for
 * each of them, whichever tab learnt its answer. Use it once, in the component that composes the
 * page.
 */
export function useSentCommands(onSettled: (path: CommandPath, outcome: Outcome) => void): void {
  const queryClient = useQueryClient();
  const { parts, view } = useWalletContext();
  const { walletAddress } = view;
  const notify = useEffectEvent(onSettled);
  useEffect(() => {
    if (walletAddress === null) return;
    let stop: (() => void) | null = null;
    const stopLoading = loadUntilThere(load, ({ repeatCommands }) => {
      stop = repeatCommands({ queryClient, parts: parts() }, walletAddress);
    });
    const unfollow = parts().sent.notifySettled(walletAddress, ({ path }, outcome) =>
      notify(path, outcome),
    );
    return () => {
      stopLoading();
      stop?.();
      unfollow();
    };
  }, [queryClient, parts, walletAddress]);
}

/** A command whose answer is not known: until it is, its form can't be changed or sent. */
export interface Unanswered extends Pick<SentCommand, 'path' | 'walletAddress' | 'state'> {
  /**
   * Lets the player sign in, if that is what it waits for.
   * @throws an error with a sentence for the player.
   */
  readonly signIn: () => Promise<void>;
  /** The player gives up on the answer: the form may be sent again. */
  readonly forget: () => void;
}

/**
 * The connected wallet's unanswered command of one kind, from this tab or another; null if there is
 * none.
 * @param onDone called when its answer comes late and it turns out to be done.
 */
export function useUnanswered(
  path: CommandPath,
  onDone: () => void = () => undefined,
): Unanswered | null {
  const queryClient = useQueryClient();
  const { parts, view } = useWalletContext();
  const { walletAddress } = view;
  const sent = walletAddress === null ? null : parts().sent;
  const command = useStore(
    sent && { subscribe: sent.subscribe, get: () => sent.of(walletAddress, path) },
    null,
  );
  const done = useEffectEvent(onDone);
  useEffect(
    () =>
      sent?.onSettled((settled, { isDone }) => {
        if (isDone && settled.path === path && settled.walletAddress === walletAddress) done();
      }),
    [sent, path, walletAddress],
  );
  if (!command) return null;
  return {
    path,
    walletAddress: command.walletAddress,
    state: command.state,
    async signIn() {
      const { signInAndTryAgain } = await load();
      await signInAndTryAgain({ queryClient, parts: parts() }, command);
    },
    forget: () => parts().sent.drop(command),
  };
}

/** What a sent command is called, by the path of its call. */
export const SENT_WORDS = {
  '/api/player-nation': 'choice of a nation',
  '/api/dena/stake': 'stake',
  '/api/dena/unstake': 'unstaking',
  '/api/nft/stake': 'stake',
  '/api/nft/unstake': 'unstaking',
  '/api/trade': 'trade',
  '/api/works': 'contribution',
} as const;
