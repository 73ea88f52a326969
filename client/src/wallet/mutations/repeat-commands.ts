/** Sends a command whose answer was lost again, under the same key, until its answer is known [PRO29]. */
import type { QueryClient } from '@tanstack/react-query';
import { ANSWER_TIMEOUT_MS } from '../../../../client-kit/api/api-client.ts';
import {
  ApiError,
  isFinal,
  isRefusedAs,
  isSessionLost,
  isUnread,
} from '../../../../client-kit/api/api-error.ts';
import type { Address } from '../../../../common/values/address.ts';
import { pageServer } from '../../api/page-server.ts';
import { sessionQuery } from '../../api/session.ts';
import { hasLocks, type CommandPath, type SentCommand } from '../sent-commands.ts';
import type { WalletParts } from '../wallet-parts.ts';
import {
  chooseNation,
  contribute,
  stakeDena,
  stakeNft,
  trade,
  unstakeDena,
  unstakeNft,
} from './commands.ts';
import type { CommandCall, WalletMutation } from './use-wallet-mutation.ts';

/** The server remembers a key for 24 h [PRO28]; the hour is for clocks that were set meanwhile. */
const REPEAT_FOR_MS = 23 * 60 * 60 * 1000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Longer than any server's need: a proxy's date may be hours away. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** Longer than a deploy, during which older servers may not know all of a command's fields. */
const UNREAD_FOR_MS = 10 * 60 * 1000;

interface Repeating {
  readonly queryClient: QueryClient;
  readonly parts: Pick<WalletParts, 'sent' | 'store'>;
}

/** Sends it again, and puts its answer into the cache of the wallet that sent it. */
type SendAgain = (queryClient: QueryClient, command: SentCommand) => Promise<void>;

const SEND_AGAIN: Readonly<Record<CommandPath, SendAgain>> = {
  '/api/player-nation': again(chooseNation),
  '/api/dena/stake': again(stakeDena),
  '/api/dena/unstake': again(unstakeDena),
  '/api/nft/stake': again(stakeNft),
  '/api/nft/unstake': again(unstakeNft),
  '/api/trade': again(trade),
  '/api/works': again(contribute),
};

function again<C extends CommandCall>({ call, updateCache }: WalletMutation<C>): SendAgain {
  return async (queryClient, { walletAddress, body, key }) =>
    updateCache(queryClient, walletAddress, await pageServer.command(call, body, key));
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
  let pauseMs = FIRST_PAUSE_MS;
  let retryAfterMs: number | null = untilTimedOut(command);
  while (retryAfterMs !== null) {
    // Before the first time, too: the tab that was at it until now may just have stored that it is answered.
    const askedMs = Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
    await sleep(Math.max(askedMs, pauseMs * (0.5 + Math.random() / 2)));
    if (store.get().walletAddress !== command.walletAddress) return;
    try {
      retryAfterMs = await tryAgain(repeating, command);
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      retryAfterMs = 0;
    }
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** In ms. Without locks, another tab may still wait for its first answer. */
function untilTimedOut({ state, sentAt }: SentCommand): number {
  return state === 'sent' && !hasLocks() ? sentAt + ANSWER_TIMEOUT_MS - Date.now() : 0;
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
  const held = sent.get(command);
  if (!held) return null;
  if (Date.now() - command.sentAt > REPEAT_FOR_MS) {
    sent.keep({ ...command, state: 'expired' });
    return null;
  }
  try {
    await SEND_AGAIN[command.path](queryClient, command);
  } catch (error) {
    if (!sent.get(command)) return null;
    if (isFinal(error)) {
      sent.settle(command, { isDone: false, reason: error.body });
      return null;
    }
    if (isRefusedAs(error, 'key-reused')) {
      // It was carried out, but without its answer it is not known what it changed.
      void queryClient.invalidateQueries();
      sent.settle(command, { isDone: true, reason: '' });
      return null;
    }
    const unreadSince = held.unreadSince ?? (isUnread(error) ? Date.now() : undefined);
    if (isUnread(error) && unreadSince !== undefined && Date.now() - unreadSince > UNREAD_FOR_MS) {
      sent.keep({ ...command, state: 'expired' });
      return null;
    }
    const isSignedOut = isSessionLost(error);
    sent.keep({ ...command, state: isSignedOut ? 'signed-out' : 'lost', unreadSince });
    if (isSignedOut) {
      queryClient.setQueryData(sessionQuery().queryKey, null);
      throw error;
    }
    return (error instanceof ApiError && error.retryAfterMs) || 0;
  }
  sent.settle(command, { isDone: true, reason: '' });
  return null;
}

/**
 * Asks the player for a signature, unless they are signed in by now, and sends it again.
 * @throws as `SessionKeeper.during` does.
 */
export async function signInAndTryAgain(
  repeating: Repeating & { readonly parts: Pick<WalletParts, 'sessions'> },
  command: SentCommand,
): Promise<void> {
  // Another tab may have found out that the session held here has ended.
  repeating.queryClient.setQueryData(sessionQuery().queryKey, null);
  await repeating.parts.sessions.during(command.walletAddress, () => tryAgain(repeating, command));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
