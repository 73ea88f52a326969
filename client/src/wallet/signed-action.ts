/** One action of the connected wallet, from the click to the server's answer. */
import type { Address } from '../../../common/values/address.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { WalletChanged, WalletNotConnected } from './wallet-errors.ts';
import type { WalletStore } from './wallet-store.ts';

export interface SignedAction<Answer> {
  /** Sends it; the same key goes with every sending, so that the server acts once. */
  readonly send: (walletAddress: Address, idempotencyKey: string) => Promise<Answer>;
  /** Keeps what the server answered, under the wallet it was answered for. */
  readonly keep: (walletAddress: Address, answer: Answer) => void;
}

/**
 * Runs an action for the wallet that is connected now. Its outcome is the caller's only while that
 * wallet stays: an answer for an earlier account is kept as that account's and not handed on.
 * @throws WalletNotConnected, SignatureRejected, WalletError, WalletChanged, and what `request` throws.
 */
export async function runSignedAction<Answer>(
  wallet: Pick<WalletStore, 'getSnapshot'>,
  sessions: SessionKeeper,
  action: SignedAction<Answer>,
): Promise<Answer> {
  const { walletAddress } = wallet.getSnapshot();
  if (walletAddress === null) throw new WalletNotConnected('Connect your wallet first.');
  const isStillConnected = () => wallet.getSnapshot().walletAddress === walletAddress;
  const idempotencyKey = newIdempotencyKey();
  const answer = await sessions.during(walletAddress, async () => {
    if (!isStillConnected()) throw new WalletChanged(false);
    return action.send(walletAddress, idempotencyKey);
  });
  action.keep(walletAddress, answer);
  if (!isStillConnected()) throw new WalletChanged(true);
  return answer;
}

/** 128 random bits; `crypto.randomUUID` is not there on plain HTTP beyond the loopback. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
