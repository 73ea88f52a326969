/** What one copy of an NFT earns while it is staked, in words. Pure. */
import type { NftKind, NftStakeView } from '../../../common/protocol/nfts.ts';
import { NATION_LIST, NATIONS, type NationId } from '../../../common/values/nations.ts';
import { PRODUCTION_HUNDREDTHS } from '../../../common/values/nft-bounds.ts';
import { formatCount, formatDeltaDollars, formatDollars } from '../ui/format.ts';
import { PRODUCTION_RANGE, TERRITORY_RANGE } from './facts.ts';
import { worthOf, type CopyWorth, type Worth } from './staked.ts';

interface Earning {
  readonly label: string;
  readonly value: string;
}

/** A national NFT's figures on chain; 0 if unknown. */
export type TokenWorth = Pick<CopyWorth, 'territoryValue' | 'productionBonus'>;

/** @param token while it is unknown, its range is shown. */
export function earningsOf(
  kind: NftKind,
  nationId: NationId,
  token: TokenWorth,
): readonly Earning[] {
  if (kind === 'cultural') {
    return [
      { label: 'GDP', value: formatDeltaDollars(NATIONS[nationId].culturalGdpBonus) },
      { label: 'Presidency', value: 'Most staked wins it' },
    ];
  }
  const { territoryValue, productionBonus } = token;
  const gdp = { label: 'GDP', value: landEarns(nationId, token) };
  if (territoryValue > 0) {
    return [
      { label: 'Territory', value: `+${formatCount(territoryValue)} km²` },
      { label: 'Production', value: `+${productionBonus.toFixed(2)}x` },
      gdp,
    ];
  }
  return [
    { label: 'Territory', value: `+${TERRITORY_RANGE}` },
    { label: 'Production', value: `+${PRODUCTION_RANGE}` },
    gdp,
  ];
}

/**
 * `+$8,100`, or `+$1,800 to $10,800` while the token is unknown: what one copy of the nation's land adds to
 * the GDP.
 */
export function landEarns(nationId: NationId, token: TokenWorth = UNKNOWN): string {
  const { territoryValue, productionBonus } = token;
  if (territoryValue > 0) return formatDeltaDollars(gdpOf(nationId, productionBonus));
  const least = gdpOf(nationId, PRODUCTION_HUNDREDTHS.min / 100);
  const most = gdpOf(nationId, PRODUCTION_HUNDREDTHS.max / 100);
  return `${formatDeltaDollars(least)} to ${formatDollars(most)}`;
}

/** `+360 km² · +0.90x production`: what land adds besides GDP. */
export function landText({ territoryKm2, production }: Pick<Worth, 'territoryKm2' | 'production'>) {
  return `+${formatCount(territoryKm2)} km² · +${production.toFixed(2)}x production`;
}

/** `+360 km² · +0.90x production · +$16,200 GDP`: what a stake adds, whatever its kind. */
export function stakeBrings(stake: NftStakeView, startingGdp: number): string {
  const worth = worthOf(stake, startingGdp);
  const gdp = `${formatDeltaDollars(worth.gdp)} GDP`;
  return stake.nftType === 'national' ? `${landText(worth)} · ${gdp}` : gdp;
}

/** `+$1,500 to $15,000`: the same for any nation's land. */
export function anyLandEarns(): string {
  const all = NATION_LIST.flatMap(({ id }) =>
    [PRODUCTION_HUNDREDTHS.min, PRODUCTION_HUNDREDTHS.max].map((bonus) => gdpOf(id, bonus / 100)),
  );
  return `${formatDeltaDollars(Math.min(...all))} to ${formatDollars(Math.max(...all))}`;
}

export const UNKNOWN: TokenWorth = { territoryValue: 0, productionBonus: 0 };

/** One copy's worth, for the rules; null while the token is unknown. */
export function copyWorth(kind: NftKind, nationId: NationId, token: TokenWorth): CopyWorth | null {
  const { culturalGdpBonus } = NATIONS[nationId];
  if (kind === 'cultural') return { ...UNKNOWN, culturalGdpBonus };
  const { territoryValue, productionBonus } = token;
  return territoryValue > 0 ? { territoryValue, productionBonus, culturalGdpBonus: 0 } : null;
}

function gdpOf(nationId: NationId, productionBonus: number): number {
  const copy = { territoryValue: 0, productionBonus, culturalGdpBonus: 0, quantity: 1 };
  return worthOf(copy, NATIONS[nationId].startingGdp).gdp;
}
