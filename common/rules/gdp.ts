/** [GDP1] What active stakes add up to. One pure function, exact arithmetic. */
import { WEI_PER_DENA } from '../values/amount.ts';
import { NATIONS, type NationId } from '../values/nations.ts';
import type { Standing } from '../values/player.ts';
import type { Stake } from '../values/stake.ts';
import { DENA_PER_GDP } from './dena-rate.ts';

/**
 * The largest GDP a player can reach, in dollars: far out of anyone's reach, and small enough that
 * the total of a nation of thousands stays an integer that JSON carries exactly.
 */
export const MAX_GDP = 1_000_000_000_000;

/** The GDP bonus of one DENA stake, in dollars: floor(amount × 0.1), as a bigint since it may be vast. */
export function denaGdpBonus(amountWei: bigint): bigint {
  return amountWei / (BigInt(DENA_PER_GDP) * WEI_PER_DENA);
}

export function isActive(stake: Stake): boolean {
  return stake.state.status === 'active';
}

/**
 * [GDP1] The standing of a player of a nation with these stakes; ended ones count for nothing.
 * `gdp = startingGdp + floor(startingGdp × Σ production×quantity) + Σ cultural×quantity + Σ floor(amount × 0.1)`.
 * Null where the GDP would pass `MAX_GDP`.
 */
export function standingOf(nationId: NationId, stakes: readonly Stake[]): Standing | null {
  let denaStakedWei = 0n;
  let bonus = 0n;
  let productionHundredths = 0;
  let territoryKm2 = 0;
  let culturalCount = 0;
  for (const stake of stakes) {
    if (!isActive(stake)) continue;
    switch (stake.kind) {
      case 'dena':
        denaStakedWei += stake.amountWei;
        bonus += denaGdpBonus(stake.amountWei);
        break;
      case 'national':
        productionHundredths += stake.productionHundredths * stake.quantity;
        territoryKm2 += stake.territoryKm2 * stake.quantity;
        break;
      case 'cultural':
        culturalCount += stake.quantity;
        bonus += BigInt(stake.culturalGdpBonus) * BigInt(stake.quantity);
        break;
    }
  }
  const { startingGdp } = NATIONS[nationId];
  const production = (BigInt(startingGdp) * BigInt(productionHundredths)) / 100n;
  const gdp = BigInt(startingGdp) + production + bonus;
  if (gdp > BigInt(MAX_GDP)) return null;
  return { gdp: Number(gdp), denaStakedWei, productionHundredths, territoryKm2, culturalCount };
}
