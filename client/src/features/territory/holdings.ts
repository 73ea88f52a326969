/** What a player's staked NFTs come to: land, production, GDP. Pure. */
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';

export interface Worth {
  readonly copies: number;
  readonly territoryKm2: number;
  /** 0.45 stands for +0.45x. */
  readonly production: number;
  /** Dollars. */
  readonly gdp: number;
}

/**
 * [GDP1] What one stake adds: production times the nation's starting GDP, or the cultural bonus.
 * @param startingGdp dollars.
 */
export function worthOf(stake: NftStakeView, startingGdp: number): Worth {
  // The server counts production in hundredths; so does this, since 0.29 × 100 is 28.999….
  const hundredths = Math.round(stake.productionBonus * 100) * stake.quantity;
  return {
    copies: stake.quantity,
    territoryKm2: stake.territoryValue * stake.quantity,
    production: hundredths / 100,
    gdp: Math.floor((startingGdp * hundredths) / 100) + stake.culturalGdpBonus * stake.quantity,
  };
}

/** Active stakes alone, in the order they are listed. */
export function activeStakes(stakes: readonly NftStakeView[]): readonly NftStakeView[] {
  return stakes.filter((stake) => stake.isActive === 1);
}

export function totalWorth(stakes: readonly NftStakeView[], startingGdp: number): Worth {
  return stakes
    .map((stake) => worthOf(stake, startingGdp))
    .reduce(
      (sum, worth) => ({
        copies: sum.copies + worth.copies,
        territoryKm2: sum.territoryKm2 + worth.territoryKm2,
        production: Math.round((sum.production + worth.production) * 100) / 100,
        gdp: sum.gdp + worth.gdp,
      }),
      { copies: 0, territoryKm2: 0, production: 0, gdp: 0 },
    );
}

/** One filled parcel of the map: whose stake it is, and which of that stake's parcels. */
export interface Holding {
  readonly stake: NftStakeView;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/**
 * Which stake fills which parcel, oldest first, so that land once filled stays where it is when more
 * is staked.
 * @param copiesEach how many copies a parcel stands for.
 */
export function parcelHoldings(
  stakes: readonly NftStakeView[],
  copiesEach: number,
): readonly Holding[] {
  return stakes
    .filter((stake) => stake.nftType === 'national')
    .toSorted((a, b) => a.stakedAt.localeCompare(b.stakedAt))
    .flatMap((stake) => {
      const of = Math.ceil(stake.quantity / copiesEach);
      return Array.from({ length: of }, (_, i) => ({ stake, number: i + 1, of }));
    });
}
