/** The toasts for unstaking [TXT8, TXT11–14]. Pure. */
import { failureReason } from '../api/api-error.ts';
import type { ToastContent } from '../ui/toasts/present-toast.tsx';
import type { StakeKind } from './staked.ts';

const RETURNED = 'Your NFT has been returned to your wallet';

const DONE: Readonly<Record<StakeKind, { readonly title: string; readonly description: string }>> =
  {
    dena: {
      title: 'DENA Unstaked Successfully',
      description: 'Your DENA has been returned to your balance',
    },
    national: { title: 'NFT Unstaked Successfully', description: RETURNED },
    cultural: { title: 'Cultural NFT Unstaked', description: RETURNED },
  };

const FAILED: Readonly<Record<StakeKind, string>> = {
  dena: 'Failed to unstake DENA',
  national: 'Failed to unstake NFT',
  cultural: 'Failed to unstake cultural NFT',
};

export function unstaked(kind: StakeKind): ToastContent {
  return { ...DONE[kind], tone: 'success' };
}

export function unstakingFailed(kind: StakeKind, error: unknown): ToastContent {
  // The wallet's error classes can't be imported into code that several features share.
  if (kind !== 'dena' && error instanceof Error && error.name === 'WalletNotConnected') {
    return {
      title: 'Wallet Not Connected',
      description: 'Please connect your wallet to unstake NFTs',
      tone: 'destructive',
    };
  }
  return {
    title: 'Unstaking Failed',
    description: FAILED[kind],
    reason: failureReason(error),
    tone: 'destructive',
  };
}
