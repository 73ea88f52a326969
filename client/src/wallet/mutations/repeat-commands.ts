/**
 * Sends a command whose answer was lost again, under the same key, until its answer is known
 * [PRO29].
 */
import type { QueryClient } from '@tanstack/react-query';
import { ANSWER_TIMEOUT_MS } from '../../../../client-kit/api/api-client.ts';
import { isSessionLost, isUncertain, isUnread } from '../../../../client-kit/api/api-error.ts';
import { outcomeOf, REPEAT_FOR_MS, repeatDelayMs } from '../../../../client-kit/api/repeat.ts';
import type { AnswerOf } from '../../../../common/protocol/call.ts';
import type { Address } from '../../../../common/values/address.ts';
import { configQuery } from '../../api/config.ts';
import { pageServer } from '../../api/page-server.ts';
import { serverClock } from '../../api/server-clock.ts';
import { sessionQuery } from '../../api/session.ts';
import { commandHeaders, hasLocks, type CommandPath, type SentCommand } from '../sent-commands.ts';
import type { WalletParts } from '../wallet-parts.ts';
import {
  chooseNation,
  contribute,
  purchasedText,
  stakeDena,
  stakeNft,
  trade,
  unstakeDena,
  unstakeNft,
} from './commands.ts';
import type { CommandCall, WalletMutation } from './use-wallet-mutation.ts';

interface Repeating {
  readonly queryClient: QueryClient;
  readonly parts: Pick<WalletParts, 'sent' | 'store'>;
}

/**
 * Sends it again, and puts its answer into the cache of the wallet that sent it.
 * @returns what it did, in words, if more is to be said than that it went through.
 */
type SendAgain = (queryClient: QueryClient, command: SentCommand) => Promise<string>;

const SEND_AGAIN: Readonly<Record<CommandPath, SendAgain>> = {
  '/api/player-nation': again(chooseNation),
  '/api/dena/stake': again(stakeDena),
  '/api/dena/unstake': again(unstakeDena),
  '/api/nft/stake': again(stakeNft),
  '/api/nft/unstake': again(unstakeNft),
  '/api/trade': again(trade, purchasedText),
  '/api/works': again(contribute),
};

function again<C extends CommandCall>(
  { call, updateCache }: WalletMutation<C>,
  wordsOf: (answer: AnswerOf<C>) => string = () => '',
): SendAgain {
  return async (queryClient, command) => {
    const answer = await pageServer.command(call, command.body, commandHeaders(command));
    updateCache(queryClient, command.walletAddress, answer);
    return wordsOf(answer);
  };
}

/**
 * Repeats what a wallet has sent without an answer, and what will be, until the callback is called.
 */
export function repeatCommands(repeating: Repeating, walletAddress: Address): () => void {
  const { sent } = repeating.parts;
  const repeatNew = () => {
    for (const command of sent.all(walletAddress)) {
      if (command.state !== 'expired' && !sent.isHandled(command)) {
        void sent.handle(command, () => untilAnswered(repeating, command));
      }
    }
  };
  repeatNew();
  return sent.subscribe(repeatNew);
}

/** Ends, too, when the account changes, and when the command expires. */
async function untilAnswered(repeating: Repeating, command: SentCommand): Promise<void> {
  const { store } = repeating.parts;
  let askedMs: number | null = untilTimedOut(command);
  for (let n = 0; askedMs !== null; n += 1) {
    // Before the first time, too: the tab that was at it until now may just have stored that it is
    // answered.
    await sleep(repeatDelayMs(n, askedMs));
    if (store.get().walletAddress !== command.walletAddress) return;
    try {
      askedMs = await tryAgain(repeating, command);
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      askedMs = 0;
    }
  }
}

/** In ms. Without locks, another tab may still wait for its first answer. */
function untilTimedOut({ state, sentAt }: SentCommand): number {
  return state === 'sent' && !hasLocks() ? sentAt + ANSWER_TIMEOUT_MS - serverClock.now() : 0;
}

/**
 * Sends it once more, unless it is answered by now.
 * @returns how long the server asks to wait, in ms; null if it is not to be sent again.
 * @throws the refusal if the player must sign in first.
 */
async function tryAgain(
  { queryClient, parts: { sent } }: Repeating,
  command: SentCommand,
): Promise<number | null> {
  const mayBeOld = serverClock.latest() - command.sentAt > REPEAT_FOR_MS;
  if (mayBeOld && !(await hearsServer(queryClient))) return 0;
  const stored = sent.get(command);
  if (!stored) return null;
  if (serverClock.now() - command.sentAt > REPEAT_FOR_MS) {
    sent.keep({ ...command, state: 'expired' });
    return null;
  }
  let words: string;
  try {
    words = await SEND_AGAIN[command.path](queryClient, command);
  } catch (error) {
    if (!sent.get(command)) return null;
    const now = serverClock.now();
    const lostAt = isUncertain(error) ? now : stored.lostAt;
    const unreadSince = stored.unreadSince ?? (isUnread(error) ? now : undefined);
    const outcome = outcomeOf(error, {
      lostMs: Math.abs(now - (lostAt ?? command.sentAt)),
      unreadMs: now - (unreadSince ?? now),
    });
    switch (outcome.kind) {
      case 'refused':
        sent.settle(command, { isDone: false, reason: outcome.reason });
        return null;
      case 'done':
        void queryClient.invalidateQueries();
        sent.settle(command, { isDone: true, reason: '' });
        return null;
      case 'expired':
        sent.keep({ ...command, state: 'expired' });
        return null;
      case 'signed-out':
        sent.keep({ ...command, state: 'signed-out', lostAt, unreadSince });
        queryClient.setQueryData(sessionQuery().queryKey, null);
        throw error;
      case 'open':
        sent.keep({ ...command, state: 'lost', lostAt, unreadSince });
        return outcome.askedMs;
    }
  }
  sent.settle(command, { isDone: true, reason: words });
  return null;
}

/** Has the server say what time it is; false if it doesn't answer. */
async function hearsServer(queryClient: QueryClient): Promise<boolean> {
  try {
    await queryClient.fetchQuery({ ...configQuery(), staleTime: 0 });
    return true;
  } catch {
    // It is asked again before the next repetition.
    return false;
  }
}

/**
 * Asks the player for a signature, unless they are signed in by now, and sends it again.
 * @throws as `SessionKeeper.during` does.
 */
export async function signInAndTryAgain(
  repeating: Repeating & { readonly parts: Pick<WalletParts, 'sessions'> },
  command: SentCommand,
): Promise<void> {
  // Another tab may have found out that the session of this tab has ended.
  repeating.queryClient.setQueryData(sessionQuery().queryKey, null);
  await repeating.parts.sessions.during(command.walletAddress, () => tryAgain(repeating, command));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
