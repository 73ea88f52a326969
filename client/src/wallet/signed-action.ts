/** One action of the connected wallet, from the click to the server's answer. */
import type { Address } from '../../../common/values/address.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { WalletChanged, WalletNotConnected } from './wallet-errors.ts';
import type { WalletStore } from './wallet-store.ts';

export interface Action<Answer> {
  readonly send: (walletAddress: Address) => Promise<Answer>;
  /** Keeps what the server answered, under the wallet it was answered for. */
  readonly keep: (walletAddress: Address, answer: Answer) => void;
}

export interface SignedAction<Answer> extends Pick<Action<Answer>, 'keep'> {
  /** Sends it; the same key goes with every sending, so that the server acts once. */
  readonly send: (walletAddress: Address, idempotencyKey: string) => Promise<Answer>;
}

/**
 * Runs an action for the wallet that is connected now. Its outcome is the caller's only while that
 * wallet stays: an answer for an earlier account is kept as that account's and not handed on.
 * @throws WalletNotConnected, WalletChanged, and what `request` throws.
 */
export async function runAction<Answer>(
  wallet: Pick<WalletStore, 'getSnapshot'>,
  action: Action<Answer>,
): Promise<Answer> {
  const { walletAddress } = wallet.getSnapshot();
  if (walletAddress === null) throw new WalletNotConnected('Connect your wallet first.');
  const answer = await action.send(walletAddress);
  action.keep(walletAddress, answer);
  if (wallet.getSnapshot().walletAddress !== walletAddress) throw new WalletChanged(true);
  return answer;
}

/**
 * The same within a session of that wallet: signs in first where there is none.
 * @throws SignatureRejected and WalletError beside what `runAction` throws.
 */
export async function runSignedAction<Answer>(
  wallet: Pick<WalletStore, 'getSnapshot'>,
  sessions: SessionKeeper,
  { send, keep }: SignedAction<Answer>,
): Promise<Answer> {
  const idempotencyKey = newIdempotencyKey();
  return runAction(wallet, {
    keep,
    send: (walletAddress) =>
      sessions.during(walletAddress, async () => {
        if (wallet.getSnapshot().walletAddress !== walletAddress) throw new WalletChanged(false);
        return send(walletAddress, idempotencyKey);
      }),
  });
}

/** 128 random bits; `crypto.randomUUID` is not there on plain HTTP beyond the loopback. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
