/** Player-facing texts for the two collections [SCR31, SCR32, SCR37]. */
import type { NftKind, NftStakeView } from '../../../../common/protocol/nfts.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { activeOf, copiesIn, worthOf, type CopyWorth } from '../../views/staked.ts';

interface CollectionWords {
  readonly title: string;
  readonly noneAvailable: string;
  readonly noneStaked: string;
}

export const WORDS: Readonly<Record<NftKind, CollectionWords>> = {
  national: {
    title: 'National NFTs',
    noneAvailable: 'None in your wallet to stake.',
    noneStaked: 'No NFTs staked yet',
  },
  cultural: {
    title: 'Cultural NFTs',
    noneAvailable:
      'None in your wallet to stake. The player who stakes the most becomes President.',
    noneStaked: 'No cultural NFTs staked yet',
  },
};

/** Owned minus staked [SCR41], never below 0; staking leaves the NFTs in the wallet. */
export function availableCopies(
  owned: bigint,
  stakes: readonly NftStakeView[],
  kind: NftKind,
): number {
  // Clamped: nobody stakes more at a time than a safe integer.
  const copies = Number(owned > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : owned);
  return Math.max(0, copies - copiesIn(activeOf(stakes, kind)));
}

/** Why a national NFT can't be staked whose worth is unknown, and what to do. */
export function unknownWorthText({
  unusable,
}: { readonly unusable?: string | undefined } = {}): string {
  return (
    unusable ??
    'What it adds cannot be read right now, so it cannot be staked yet. It is read again every 10 seconds.'
  );
}

const UNKNOWN: CopyWorth = { territoryValue: 0, productionBonus: 0, culturalGdpBonus: 0 };

/**
 * What this many add: territory and production, or GDP. @param copy null: only the names are of
 * use.
 */
export function bonusTexts(kind: NftKind, copy: CopyWorth | null, copies: number) {
  const { territoryKm2, production, gdp } = worthOf({ ...(copy ?? UNKNOWN), quantity: copies }, 0);
  if (kind === 'cultural') return [{ name: 'GDP', value: `+$${formatCount(gdp)}` }];
  return [
    { name: 'Territory', value: `+${formatCount(territoryKm2)} km²` },
    { name: 'Production', value: `+${production.toFixed(2)}x` },
  ];
}
