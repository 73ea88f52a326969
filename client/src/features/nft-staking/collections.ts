/** Player-facing texts for the two collections [SCR31, SCR32, SCR37]. */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { formatCount } from '../../ui/format.ts';
import { landEarns, type TokenWorth } from '../../views/earnings.ts';
import { TERRITORY_RANGE } from '../../views/facts.ts';

interface CollectionWords {
  readonly title: string;
  readonly buy: string;
  /** Once the token is known, what a copy would bring in dollars is shown beside it. */
  readonly noneAvailable: (nationId: NationId, token: TokenWorth) => string;
  readonly noneStaked: string;
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
  },
  cultural: {
    title: 'Cultural NFTs',
    buy: 'Buy Cultural NFTs',
    noneAvailable: () =>
      'None in your wallet to stake. The player who stakes the most becomes President.',
    noneStaked: 'No cultural NFTs staked yet',
  },
};
