/** The two collections as a player meets them, in words (SPEC.md §2, §8). */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { TERRITORY_RANGE } from '../../views/facts.ts';

interface CollectionWords {
  readonly title: string;
  readonly buy: string;
  readonly noneAvailable: string;
  readonly noneStaked: string;
  readonly staked: { readonly title: string; readonly description: string };
  readonly stakeFailed: string;
}

export const WORDS: Readonly<Record<NftKind, CollectionWords>> = {
  national: {
    title: 'National NFTs',
    buy: 'Buy National NFTs',
    noneAvailable: `None in your wallet to stake. Each one adds ${TERRITORY_RANGE} to your land.`,
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
    noneAvailable: 'None in your wallet to stake. Whoever stakes the most becomes President.',
    noneStaked: 'No cultural NFTs staked yet',
    staked: {
      title: 'Cultural NFT Staked Successfully',
      description: 'Your GDP has been increased!',
    },
    stakeFailed: 'Failed to stake cultural NFT',
  },
};
