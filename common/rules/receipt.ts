/** [GDP1] A player's GDP, broken down term by term. */
import { compareStakes, isActive, type Stake, type StakeOrder } from '../values/stake.ts';
import type { StakeFigures } from './gdp.ts';

type ReceiptTermName = 'starting' | Stake['kind'];

export interface ReceiptTerm<S = Stake> {
  readonly term: ReceiptTermName;
  /** Dollars. */
  readonly gdp: number;
  /** The active stakes behind it, newest first [ORD1]; `starting` has none. */
  readonly parts: readonly S[];
}

/** Every term is present, even if it is 0, and they add up to `total`. */
export interface Receipt<S = Stake> {
  /** Dollars: the GDP. */
  readonly total: number;
  /** In this order: starting, national, cultural, dena. */
  readonly terms: readonly ReceiptTerm<S>[];
}

/**
 * [GDP1] The receipt of a player with these stakes, in any order; ended ones are left
 * out. Its total is the GDP of `standingOf`, and exact within the safe integers (2⁵³).
 */
export function receiptOf<S extends StakeFigures & StakeOrder>(
  startingGdp: number,
  stakes: readonly S[],
): Receipt<S> {
  const newestFirst = stakes.filter(isActive).sort(compareStakes);
  let productionHundredths = 0n;
  const gdp = { national: 0n, cultural: 0n, dena: 0n };
  for (const stake of newestFirst) {
    switch (stake.kind) {
      case 'national':
        productionHundredths += BigInt(stake.productionHundredths) * BigInt(stake.quantity);
        break;
      case 'cultural':
        gdp.cultural += BigInt(stake.culturalGdpBonus) * BigInt(stake.quantity);
        break;
      case 'dena':
        gdp.dena += BigInt(stake.gdpBonus);
        break;
    }
  }
  // One floor over all copies, as [GDP1] defines it: no copy has a share of its own.
  gdp.national = (BigInt(startingGdp) * productionHundredths) / 100n;
  const termOf = (term: Stake['kind']): ReceiptTerm<S> => ({
    term,
    gdp: Number(gdp[term]),
    parts: newestFirst.filter(({ kind }) => kind === term),
  });
  return {
    total: Number(BigInt(startingGdp) + gdp.national + gdp.cultural + gdp.dena),
    terms: [
      { term: 'starting', gdp: startingGdp, parts: [] },
      termOf('national'),
      termOf('cultural'),
      termOf('dena'),
    ],
  };
}
