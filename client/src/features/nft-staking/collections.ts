/** The two collections as a player meets them, in words (SPEC.md §2, §8). */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { formatDeltaDollars } from '../../ui/format.ts';
import { landEarns } from '../../views/earnings.ts';
import { TERRITORY_RANGE } from '../../views/facts.ts';

interface CollectionWords {
  readonly title: string;
  readonly buy: string;
  readonly noneAvailable: (nationId: NationId) => string;
  readonly noneStaked: string;
  readonly staked: { readonly title: string; readonly description: string };
  readonly stakeFailed: string;
}

export const WORDS: Readonly<Record<NftKind, CollectionWords>> = {
  national: {
    title: 'National NFTs',
    buy: 'Buy National NFTs',
    noneAvailable: (nationId) =>
      `None in your wallet to stake. Each one adds ${landEarns(nationId)} GDP and ${TERRITORY_RANGE} of land.`,
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
    noneAvailable: (nationId) =>
      `None in your wallet to stake. Each one adds ${formatDeltaDollars(NATIONS[nationId].culturalGdpBonus)} GDP, and whoever stakes the most becomes President.`,
    noneStaked: 'No cultural NFTs staked yet',
    staked: {
      title: 'Cultural NFT Staked Successfully',
      description: 'Your GDP has been increased!',
    },
    stakeFailed: 'Failed to stake cultural NFT',
  },
};
