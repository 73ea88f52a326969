/** The toasts for unstaking an NFT [TXT8, TXT11, TXT12, TXT14]. Pure. */
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { failureReason } from '../api/api-error.ts';
import type { ToastContent } from '../ui/toasts/present-toast.tsx';

const RETURNED = 'Your NFT has been returned to your wallet';

export function unstaked(kind: NftKind): ToastContent {
  const title = kind === 'national' ? 'NFT Unstaked Successfully' : 'Cultural NFT Unstaked';
  return { title, description: RETURNED, tone: 'success' };
}

export function unstakingFailed(kind: NftKind, error: unknown): ToastContent {
  // The wallet's error classes can't be imported into code that several features share.
  if (error instanceof Error && error.name === 'WalletNotConnected') {
    return {
      title: 'Wallet Not Connected',
      description: 'Please connect your wallet to unstake NFTs',
      tone: 'destructive',
    };
  }
  return {
    title: 'Unstaking Failed',
    description: kind === 'national' ? 'Failed to unstake NFT' : 'Failed to unstake cultural NFT',
    reason: failureReason(error),
    tone: 'destructive',
  };
}
