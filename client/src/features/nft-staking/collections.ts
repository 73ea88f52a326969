/** Player-facing texts for the two collections [SCR31, SCR32, SCR37, TXT10, TXT12, TXT14]. */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { formatCount } from '../../ui/format.ts';
import { landEarns, type TokenWorth } from '../../views/earnings.ts';
import { TERRITORY_RANGE } from '../../views/facts.ts';
import { failureReason } from '../../api/api-error.ts';
import type { ToastContent } from '../../ui/toasts/present-toast.tsx';
import { WalletNotConnected } from '../../wallet/wallet-errors.ts';

interface CollectionWords {
  readonly title: string;
  readonly buy: string;
  /** Once the token is known, what a copy would bring in dollars is shown beside it. */
  readonly noneAvailable: (nationId: NationId, token: TokenWorth) => string;
  readonly noneStaked: string;
  readonly staked: { readonly title: string; readonly description: string };
  readonly stakeFailed: string;
}

export const WORDS: Readonly<Record<NftKind, CollectionWords>> = {
  national: {
    title: 'National NFTs',
    buy: 'Buy National NFTs',
    noneAvailable: (nationId, { territoryValue }) =>
      territoryValue > 0
        ? `None in your wallet to stake. Each one adds ${formatCount(territoryValue)} km² of land.`
        : `None in your wallet to stake. Each one adds ${landEarns(nationId)} GDP and ${TERRITORY_RANGE} of land.`,
    noneStaked: 'No NFTs staked yet',
    staked: {
      title: 'NFT Staked Successfully',
      description: 'Your territory has been expanded!',
    },
    stakeFailed: 'Failed to stake NFT',
  },
  cultural: {
    title: 'Cultural NFTs',
    buy: 'Buy Cultural NFTs',
    noneAvailable: () =>
      'None in your wallet to stake. The player who stakes the most becomes President.',
    noneStaked: 'No cultural NFTs staked yet',
    staked: {
      title: 'Cultural NFT Staked Successfully',
      description: 'Your GDP has been increased!',
    },
    stakeFailed: 'Failed to stake cultural NFT',
  },
};

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
