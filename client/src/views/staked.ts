/**
 * The totals of stakes: copies, land, production, GDP. Pure; figures per copy as the server sends
 * them.
 */
import type { NftKind, NftStakeView } from '../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';

export type StakeKind = 'dena' | NftKind;

/** Only the active stakes, in list order. */
export function activeStakes<Stake extends { readonly isActive: 0 | 1 }>(
  stakes: readonly Stake[],
): Stake[] {
  return stakes.filter((stake) => stake.isActive === 1);
}

/** Active stakes of one kind, in list order. */
export function activeOf(stakes: readonly NftStakeView[], kind: NftKind): NftStakeView[] {
  return activeStakes(stakes).filter((stake) => stake.nftType === kind);
}

export function copiesIn(stakes: readonly Pick<NftStakeView, 'quantity'>[]): number {
  return stakes.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What one copy is worth, from stakes and tokens. */
export type CopyWorth = Pick<
  NftStakeView,
  'territoryValue' | 'productionBonus' | 'culturalGdpBonus'
>;

export interface Worth {
  readonly copies: number;
  readonly territoryKm2: number;
  /** 0.45 means +0.45x. */
  readonly production: number;
  /** Dollars. */
  readonly gdp: number;
}

/** Dollars: what joining gave, which production multiplies [GDP1]. */
export function startingGdpOf({ playerNation, nation }: PlayerNationView): number {
  return playerNation.startingGdp ?? nation.startingGdp;
}

/**
 * [GDP1, NFT1, NFT2] What one NFT stake adds: production times the player's starting GDP, or the
 * cultural bonus.
 * @param startingGdp dollars; 0 if its GDP from production is of no interest.
 */
export function worthOf(
  stake: CopyWorth & Pick<NftStakeView, 'quantity'>,
  startingGdp: number,
): Worth {
  const copies = stake.quantity;
  // The server also counts in hundredths, because 0.29 × 3 is 0.8699….
  const hundredths = Math.round(stake.productionBonus * 100) * copies;
  return {
    copies,
    territoryKm2: stake.territoryValue * copies,
    production: hundredths / 100,
    gdp: Math.floor((startingGdp * hundredths) / 100) + stake.culturalGdpBonus * copies,
  };
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
