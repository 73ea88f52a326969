/** Toast texts for staking [TXT8–10]. Pure. */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { failureReason } from '../../api/api-error.ts';
import type { ToastContent } from '../../ui/toasts/present-toast.tsx';
import { WalletNotConnected } from '../../wallet/wallet-errors.ts';
import { WORDS } from './collections.ts';

const failed = (title: string, description: string, reason?: string): ToastContent => ({
  title,
  description,
  reason,
  tone: 'destructive',
});

export const NOT_OWNED = failed('Verification Failed', "You don't own this NFT");
export const NOT_VERIFIED = failed('Verification Failed', 'Failed to verify NFT ownership');

export function staked(kind: NftKind): ToastContent {
  return { ...WORDS[kind].staked, tone: 'success' };
}

export function stakingFailed(kind: NftKind, error: unknown): ToastContent {
  if (error instanceof WalletNotConnected) {
    return failed('Wallet Not Connected', 'Please connect your wallet to stake NFTs');
  }
  return failed('Staking Failed', WORDS[kind].stakeFailed, failureReason(error));
}
