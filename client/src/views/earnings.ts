/** What an NFT earns while it is staked, in words. Pure. */
import type { NftKind, NftStakeView } from '../../../common/protocol/nfts.ts';
import { PRODUCTION_HUNDREDTHS } from '../../../common/values/nft-bounds.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { formatCount, formatDeltaDollars, formatDollars } from '../../../common/values/figures.ts';
import { phrases } from '../ui/format.ts';
import { worthOf, type CopyWorth } from './staked.ts';

/** What one of a nation's land adds: `180 km²`, `0.45x`, `+$8,100`. */
export function landOf(startingGdp: number, worth: CopyWorth) {
  const one = worthOf({ ...worth, quantity: 1 }, startingGdp);
  return {
    territory: `${formatCount(one.territoryKm2)} km²`,
    production: `${one.production.toFixed(2)}x`,
    gdp: formatDeltaDollars(one.gdp),
  };
}

/** `+$1,500 to $15,000`: what any of the nations' land adds to the GDP. */
export function landEarns({ startingGdp }: Rules): string {
  const { min, max } = PRODUCTION_HUNDREDTHS;
  const all = Object.values(startingGdp).flatMap((start) =>
    [min, max].map((hundredths) => Math.floor((start * hundredths) / 100)),
  );
  return `${formatDeltaDollars(Math.min(...all))} to ${formatDollars(Math.max(...all))}`;
}

/** `+360 km² · +0.90x production · +$16,200 GDP`: what a stake adds, whatever its kind. */
export function stakeBrings(
  stake: CopyWorth & Pick<NftStakeView, 'nftType' | 'quantity'>,
  startingGdp: number,
): string {
  const { territoryKm2, production, gdp } = worthOf(stake, startingGdp);
  const dollars = `${formatDeltaDollars(gdp)} GDP`;
  if (stake.nftType !== 'national') return dollars;
  return phrases([
    `+${formatCount(territoryKm2)} km²`,
    `+${production.toFixed(2)}x production`,
    dollars,
  ]);
}

/**
 * What one is worth, from its token [NFT1, NFT2]; null while that is unknown, or its metadata can't
 * be read.
 */
export function copyWorth(
  kind: NftKind,
  culturalGdpBonus: number,
  token: CopyWorth | undefined,
): CopyWorth | null {
  if (kind === 'cultural') return { territoryValue: 0, productionBonus: 0, culturalGdpBonus };
  return token && token.territoryValue > 0 ? token : null;
}
