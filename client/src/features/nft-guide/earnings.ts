/** What one copy of an NFT earns while it is staked, in words. Pure. */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { PRODUCTION_HUNDREDTHS } from '../../../../common/values/nft-bounds.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { formatCount, formatDeltaDollars, formatDollars } from '../../ui/format.ts';
import { PRODUCTION_RANGE, TERRITORY_RANGE } from '../../views/facts.ts';
import { worthOf, type CopyWorth } from '../../views/staked.ts';

export interface Earning {
  readonly what: string;
  readonly value: string;
}

/** @param token what the chain tells of a national NFT; its range stands while that is not known. */
export function earningsOf(
  kind: NftKind,
  nationId: NationId,
  token: Pick<CopyWorth, 'territoryValue' | 'productionBonus'>,
): readonly Earning[] {
  const { startingGdp, culturalGdpBonus } = NATIONS[nationId];
  if (kind === 'cultural') {
    return [
      { what: 'GDP', value: formatDeltaDollars(culturalGdpBonus) },
      { what: 'Presidency', value: 'Most staked wins it' },
    ];
  }
  const gdpOf = (productionBonus: number) =>
    worthOf({ territoryValue: 0, productionBonus, culturalGdpBonus: 0, quantity: 1 }, startingGdp)
      .gdp;
  const { territoryValue, productionBonus } = token;
  if (territoryValue > 0) {
    return [
      { what: 'Territory', value: `+${formatCount(territoryValue)} km²` },
      { what: 'Production', value: `+${productionBonus.toFixed(2)}x` },
      { what: 'GDP', value: formatDeltaDollars(gdpOf(productionBonus)) },
    ];
  }
  const least = gdpOf(PRODUCTION_HUNDREDTHS.min / 100);
  const most = gdpOf(PRODUCTION_HUNDREDTHS.max / 100);
  return [
    { what: 'Territory', value: `+${TERRITORY_RANGE}` },
    { what: 'Production', value: `+${PRODUCTION_RANGE}` },
    { what: 'GDP', value: `${formatDeltaDollars(least)} to ${formatDollars(most)}` },
  ];
}
